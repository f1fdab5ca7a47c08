import type { NewDocument } from '@freeor/content/commands'

/** From the account to the certificate. */
export const steps: readonly NewDocument<'steps'>[] = [
  {
    name: 'Create your free account',
    data: {
      order: 1,
      text: 'Your email address, a password, and a code that we send you. No card, and no plan to choose.',
    },
  },
  {
    name: 'Watch or read a lesson',
    data: {
      order: 2,
      text: 'Each lesson is a short video with a text beside it that stands on its own. We remember where you stopped, on every device.',
    },
  },
  {
    name: 'Take its quiz',
    data: {
      order: 3,
      text: 'Each answer is saved as you click. When you are done you see which were right, and why. Take it again as often as you like.',
    },
  },
  {
    name: 'Finish the course',
    data: {
      order: 4,
      text: 'When every lesson has a graded quiz, the course is complete. The order is yours, and so is the pace.',
    },
  },
  {
    name: 'Get your certificate',
    data: {
      order: 5,
      text: 'A certificate with your name, each quiz, its score and its date. Anyone you show it to can verify it, now and later.',
    },
  },
]

const drawn = (name: string, alt: string) => ({ src: `/pictures/${name}.svg`, alt })

/** The pictures of the landing page. */
export const imageGrid: readonly NewDocument<'image-grid'>[] = [
  {
    name: 'Watch and read',
    data: {
      order: 1,
      text: 'Short lessons, each with a text that stands on its own.',
      picture: drawn('reading-desk', 'A desk with an open book, a lamp and a cup'),
      page: '/lessons',
    },
  },
  {
    name: 'One street, many doors',
    data: {
      order: 2,
      text: 'How people of different beliefs came to live under one law.',
      picture: drawn(
        'street',
        'A street with houses of prayer of several religions, and a library among them',
      ),
      page: '/how-it-works',
    },
  },
  {
    name: 'What the courts said',
    data: {
      order: 3,
      text: 'Cases from several countries, with both sides.',
      picture: drawn('courthouse', 'A courthouse with columns under a wide sky'),
      page: '/reading-list',
    },
  },
  {
    name: 'A shelf to go on with',
    data: {
      order: 4,
      text: 'Books and articles that disagree with one another.',
      picture: drawn('shelf', 'A bookshelf with a plant and a small globe'),
      page: '/reading-list',
    },
  },
  {
    name: 'Better in company',
    data: {
      order: 5,
      text: 'Study groups, congregations and classes learn here together.',
      picture: drawn('study-group', 'Four people around a table with open books'),
      page: '/get-involved',
    },
  },
  {
    name: 'A certificate that holds',
    data: {
      order: 6,
      text: 'Anyone can verify it, for good.',
      picture: drawn('certificate', 'A certificate with a seal and a ribbon'),
      page: '/how-it-works',
    },
  },
]
