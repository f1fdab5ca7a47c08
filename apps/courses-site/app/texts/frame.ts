/** The words around every page of this site. */
export const frameTexts = {
  menu: 'Menu',
  accountMenu: (email: string) => `Account menu: ${email}`,
  pages: 'Pages',
  /** The top navigation, in its order. */
  navigation: {
    lessons: 'Lessons',
    getInvolved: 'Get Involved',
    readingList: 'Reading List',
    about: 'About Us',
    howItWorks: 'How It Works',
  },
  accountPages: {
    courses: 'Courses',
    ownCourses: 'My courses',
    lessons: 'Lessons',
    quizzes: 'Quizzes',
    settings: 'Settings',
    organization: 'View Organization',
  },
  /** The links between a learner's own pages. */
  learnerPages: {
    navigation: 'Your learning',
    quizzes: 'Quizzes',
    review: 'Keep it',
    progress: 'My progress',
  },
  faithStrip: 'Home. Symbols of',
  /** In the order of the alphabet: none comes first for any other reason. */
  faiths: {
    bahai: 'the Bahá’í Faith',
    buddhism: 'Buddhism',
    christianity: 'Christianity',
    hinduism: 'Hinduism',
    indigenous: 'Indigenous traditions',
    islam: 'Islam',
    jainism: 'Jainism',
    judaism: 'Judaism',
    none: 'No religion',
    shinto: 'Shinto',
    sikhism: 'Sikhism',
    taoism: 'Taoism',
  },
  footer: {
    mission: 'Free lessons on religious liberty, for readers of any faith or none.',
    learn: 'Learn',
    takePart: 'Take part',
    help: 'Help',
    smallPrint: 'Small print',
    questions: 'Questions and answers',
    recommend: 'Recommend a lecturer',
    share: 'Share your lessons',
    contact: 'Contact',
    support: 'Support',
    feed: 'Feed of new lessons',
  },
} as const
