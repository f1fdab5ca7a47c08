/** Words of the do-not-contact list. */

export const optOutTexts = {
  title: 'Opt-outs',
  lead: 'Who has asked not to be contacted. It binds everyone: their leads are removed from every dataset, search and file at once, and from every import to come.',
  add: 'Add people',
  addLead:
    'Emails, telephone numbers, domains, addresses, company names or hashes of them, one a line. Only keys are kept, with a few signs to tell them apart.',
  entries: 'One a line',
  reason: 'Reason',
  addNow: 'Remove them everywhere',
  added: (added: string, leads: string, files: string, unread: string) =>
    `${added} new on the list. ${leads === '1' ? '1 lead is' : `${leads} leads are`} removed, and ${files === '1' ? '1 file is' : `${files} files are`} not handed out any more. Lines that could not be read: ${unread}.`,
  check: 'Is somebody on it?',
  checkLabel: 'Email, number, domain, address or name',
  checkNow: 'Look',
  list: 'The list',
  total: (count: string) => (count === '1' ? '1 entry' : `${count} entries`),
  none: 'Nobody is on the list yet.',
  notFound: (q: string) => `“${q}” is not on the list.`,
  table: 'People who opted out',
  columns: { when: 'When', kind: 'What', shown: 'Shown', reason: 'Reason', action: 'Change' },
  forms: {
    md5: 'MD5 hash',
    sha1: 'SHA-1 hash',
    sha256: 'SHA-256 hash',
    email: 'email',
    phone: 'telephone number',
    domain: 'domain',
    company: 'company name',
    address: 'address',
  },
  remove: 'Take off',
  removeLabel: (shown: string) => `Take off: ${shown}`,
  removeAsk: 'Their leads come back with the next import of their dataset.',
  cancel: 'Cancel',
  removed: 'The entry is off the list.',
} as const
