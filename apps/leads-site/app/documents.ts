import type { Section } from '@freeor/ui/prose'

/** The starter terms. Plain words about what the product does; an operator has them checked before selling. */
export const terms: readonly Section[] = [
  {
    heading: 'What you get',
    paragraphs: [
      'An account lets you search the datasets on this site, save searches and download leads, up to the allowance of your plan.',
      'A download costs one credit for each lead you did not own before. Once a file is ready, the leads in it are yours to fetch again at no cost.',
    ],
  },
  {
    heading: 'What we ask of you',
    paragraphs: [
      'Use leads lawfully. Laws on calling, texting and emailing people apply to you, and we cannot take that duty over. Honour every request not to be contacted.',
      'Do not resell the data as a dataset, and do not use programs to get around the allowance of your plan.',
      'Keep your password to yourself. What is done under your account is taken as done by you, until you tell us otherwise.',
    ],
  },
  {
    heading: 'What we cannot promise',
    paragraphs: [
      'Businesses move, close and change owners. We show when each dataset was imported, and we do not promise that every line in it is still true today.',
      'If a file cannot be made, nothing is charged for it.',
    ],
  },
  {
    heading: 'Ending it',
    paragraphs: [
      'You can stop at any time. We can close an account that breaks these terms, and will say why.',
    ],
  },
  {
    heading: 'About this text',
    paragraphs: [
      'This is starter text that comes with the software. Whoever runs this site should have it reviewed before taking money for it.',
    ],
  },
]

/** The starter privacy notice: what the software really stores. */
export const privacy: readonly Section[] = [
  {
    heading: 'What we keep about you',
    paragraphs: [
      'Your email address, your name if you give one, and a hash of your password, never the password itself.',
      'Your saved searches, your downloads, and a ledger of the credits they used, so that every credit can be explained.',
      'Which devices are logged in, with the network address and browser of each, so that you can be told apart from someone else using your account.',
    ],
  },
  {
    heading: 'What we do not do',
    paragraphs: [
      'There are no advertising or tracking scripts on these pages, and no part of a page is loaded from another company.',
      'The one cookie is the one that keeps you logged in.',
    ],
  },
  {
    heading: 'If you are in a dataset',
    paragraphs: [
      'The datasets hold business information. If a record is about you and you want it out, write to the support address on this site. An opt-out holds for every later import too.',
    ],
  },
  {
    heading: 'About this text',
    paragraphs: [
      'This is starter text that comes with the software and describes what it does as shipped. Whoever runs this site should have it reviewed and complete it.',
    ],
  },
]
