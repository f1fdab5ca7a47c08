/** Words of the company's suppression lists. */

const forms = {
  md5: ['MD5 hash', 'MD5 hashes'],
  sha1: ['SHA-1 hash', 'SHA-1 hashes'],
  sha256: ['SHA-256 hash', 'SHA-256 hashes'],
  email: ['email', 'emails'],
  phone: ['telephone number', 'telephone numbers'],
  domain: ['domain', 'domains'],
  company: ['company name', 'company names'],
  address: ['address', 'addresses'],
} as const

/** What a list's entries are compared with, by the id of the profile. */
const profiles: Readonly<Record<string, string>> = {
  email: 'Emails',
  phone: 'Telephone numbers',
  domain: 'Domains of websites and emails',
  company: 'Company names',
  address: 'Street addresses with their ZIP',
  'email.lower': 'Emails in lower case',
  'email.uid2': 'Emails without Gmail’s dots and plus (UID2, Google)',
  'email.drop': 'Emails without blanks, dots and plus kept (California’s DROP)',
  'phone.e164': 'Telephone numbers such as +14155559317',
  'phone.digits': 'Telephone numbers such as 14155559317',
  'phone.lastTen': 'The last ten digits of telephone numbers',
  'company.lower': 'Company names in lower case',
}

const profileOf = (id: string): string =>
  profiles[id] ?? profiles[id.replace(/\.(?:sha256|sha1|md5)$/, '')] ?? id
const leads = (count: string) => (count === '1' ? '1 lead' : `${count} leads`)

export const suppressionTexts = {
  title: 'Suppression lists',
  lead: 'Who is on an applied list is left out of every quote and file of your company.',
  back: 'Search',
  open: 'Suppression lists',
  upgrade: 'Upgrade',
  needsPlan:
    'Suppression lists are part of the Pro and Business plans. Lists you have are kept, and leave nobody out.',
  add: 'Add a list',
  addLead:
    'Emails, telephone numbers, domains, addresses or company names: one a line, or a CSV file. Hashes (MD5, SHA-1, SHA-256; hex or Base64) are welcome: only keys are kept, never the texts.',
  name: 'Name',
  file: 'File',
  chooseFile: 'Choose a file',
  paste: 'Or type or paste it here',
  upload: 'Read the list',
  reading: 'Reading the list and looking for its leads…',
  needsName: 'Please name your list.',
  needsEntries: 'Please choose a file, or type some entries.',
  failed: 'The list could not be read.',
  found: (name: string) => `“${name}” is read. See what it means below, then apply it.`,
  lists: 'Your lists',
  none: 'No list yet.',
  applied: 'Applied',
  notApplied: 'Not applied yet',
  appliedOn: (date: string) => `Applied on ${date}`,
  addedOn: (date: string) => `Added on ${date}`,
  entriesOf: (count: string, form: keyof typeof forms) => `${count} ${forms[form][count === '1' ? 0 : 1]}`,
  unread: (count: string) =>
    count === '1' ? '1 line could not be read' : `${count} lines could not be read`,
  profileOf,
  finds: (id: string, count: string) => `${profileOf(id)}: ${leads(count)}`,
  means: 'Read its entries as',
  meansHint: 'A list does not say how it was made: what finds most leads is chosen.',
  meansNobody:
    'No lead of today’s datasets is on this list. Applied, it leaves out those that come with later imports.',
  apply: 'Apply',
  applyLabel: (name: string) => `Apply ${name}`,
  appliedNow: 'The list is applied: its leads are in no quote and no file any more.',
  rename: 'Rename',
  renameLabel: (name: string) => `New name of ${name}`,
  renamed: 'The list has its new name.',
  delete: 'Delete',
  deleteLabel: (name: string) => `Delete ${name}`,
  deleted: (name: string) => `“${name}” is deleted: it leaves nobody out any more.`,
  undo: 'Undo',
  restored: 'The list is back as it was.',
} as const
