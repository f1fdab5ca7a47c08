const leads = (count: string) => (count === '1' ? '1 lead' : `${count} leads`)

/** Words for sending bad leads of a file back. */
export const returnTexts = {
  open: 'Send leads back',
  openLabel: (name: string) => `Send leads back: ${name}`,
  title: 'Send bad leads back',
  about: (name: string) =>
    `Which contacts of “${name}” do not work? What we can check is given back at once, and a person looks at the rest.`,
  contacts: 'Emails and telephone numbers',
  contactsHint: 'One a line. At most 1,000.',
  file: 'Or choose a text file',
  problem: 'What happened',
  problemHint: 'For example: our mail to them came back.',
  send: 'Send them back',
  cancel: 'Cancel',
  close: 'Close',
  needsContacts: 'Please name the contacts that do not work.',
  needsProblem: 'Please say what happened.',
  failed: 'Nothing was sent back.',
  refunded: (count: string) => `${leads(count)} given back to your balance.`,
  looked: (count: string) => `${leads(count)} to be looked at by a person. We answer by mail.`,
  before: (count: string) => `${leads(count)} sent back before: each comes back once.`,
  overShare: (count: string) =>
    `${leads(count)} beyond the share of a file that comes back by itself. Report the file if more of it is bad.`,
  unknown: (count: string) =>
    count === '1'
      ? '1 contact is of no lead that was paid with this file.'
      : `${count} contacts are of no lead that was paid with this file.`,
} as const
