import type { Section } from '@freeor/ui/prose'

/** The starter terms. Plain words; an operator has them checked. */
export const terms: readonly Section[] = [
  {
    heading: 'What you get',
    paragraphs: [
      'An account is free. It keeps your place in the lessons and your quiz results once courses are published.',
    ],
  },
  {
    heading: 'What we ask of you',
    paragraphs: [
      'Keep your password to yourself, answer the quizzes yourself, and be civil to other people here.',
      'Lessons may be watched and read by anyone; copying them elsewhere needs their author’s leave.',
    ],
  },
  {
    heading: 'About this text',
    paragraphs: [
      'This is starter text that comes with the software. Whoever runs this site should have it reviewed.',
    ],
  },
]

/** The starter privacy notice: what the software really stores. */
export const privacy: readonly Section[] = [
  {
    heading: 'What we keep about you',
    paragraphs: [
      'Your email address, your name if you give one, and a hash of your password, never the password itself.',
      'Which devices are logged in, with the network address and browser of each.',
    ],
  },
  {
    heading: 'What we do not do',
    paragraphs: [
      'There are no advertising or tracking scripts on these pages, and no part of a page is loaded from another company.',
      'The one cookie is the one that keeps you signed in.',
    ],
  },
  {
    heading: 'About this text',
    paragraphs: [
      'This is starter text that comes with the software and describes what it does as shipped. Whoever runs this site should have it reviewed and complete it.',
    ],
  },
]
