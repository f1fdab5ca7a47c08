/** The words of the course pages. */
export const courseTexts = {
  courses: {
    title: 'Courses',
    heading: 'Courses',
    all: 'Every account',
    own: 'This account',
    archived: 'Archived',
    current: 'Not archived',
    none: 'There are no courses here yet.',
    show: 'Show',
    lessons: (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`),
  },
  /** Which course a page of progress is about. */
  courseChoice: {
    label: 'Course',
    show: 'Show',
    none: 'There is no course to show yet. Once one is published and begun, its progress stands here.',
  },
  course: {
    lessons: 'Lessons',
    draft: 'DRAFT',
    preview: 'Free preview',
    minutes: (count: number) => `${count} min`,
    about: 'About this course',
    begin: 'Begin with lesson 1',
    goOn: (title: string) => `Continue: ${title}`,
    again: 'Look at the lessons again',
    certificate: {
      get: 'Get your certificate',
      view: 'See your certificate',
      madeOutTo: (name: string) => `It will be made out to ${name}.`,
      otherName: 'Change your name',
      incomplete:
        'Not every quiz of this course is graded yet; a lesson may be new. Once they are, your certificate is here.',
      renewHint: 'A grade in your certificate was corrected since. On its page you can have it issued anew.',
    },
    done: (done: number, all: number) => `${done} of ${all} lessons complete`,
    complete: 'You have completed this course.',
    notStarted: 'Not started',
    watched: (percent: number) => `${percent}% watched`,
    opened: 'Started',
    inProgress: (answered: number, questions: number) =>
      `Quiz in progress: ${answered} of ${questions} answered`,
    score: (score: number, questions: number) => `Score ${score} of ${questions}`,
    best: (score: number, questions: number) => `best ${score} of ${questions}`,
    lessonNumber: (order: number) => `Lesson ${order}`,
    empty: 'No lesson of this course is published yet.',
    continueHeading: 'Continue where you left',
    continueAt: (title: string, course: string) => `${title}, in ${course}`,
    continueButton: 'Continue',
  },
} as const
