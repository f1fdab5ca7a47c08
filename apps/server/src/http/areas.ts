/** The chapters of the API's documentation, in its order, each with what it is about. An operation is in one. */
export const areas = {
  auth: 'Signing up, in and out, and passwords. Signing in answers a `token`, sent as `Authorization: Bearer` with every other call; browsers have it in a cookie.',
  account: 'Who is asking, what they may do, and what is left of their plan.',
  verification: 'Codes that prove an email address or a telephone number.',
  profile: "The person's name, number, organization and address.",
  sessions:
    'Where the person is logged in, and showing again that it is them: the calls marked `x-reauthenticated` want that.',
  'two-factor': 'An authenticator app as the second step of signing in, and its backup codes.',
  passkeys: 'Signing in with a device in place of a password.',
  identities:
    'Signing in with an account at Google, Microsoft or any other provider of OpenID Connect that is set up here.',
  'api-keys': 'Keys for programs. A key calls only what names one of its scopes (`x-api-key-scope`).',
  deletion: 'All that is kept of the person, to take along or to have deleted.',
  company: 'The company the person works in, its people and their invitations.',
  'human-check': 'Shows that a visitor is a person, before a payment.',
  billing: 'Plans, what a company has of them, payment and invoices, and the ledger of its leads.',
  search: 'Datasets and their columns, and searching them.',
  geography: 'States, counties and places that searches name, and lists of ZIP codes.',
  'saved searches': 'Searches kept under a name.',
  email:
    'Messages by the mail tool: sharing a search by mail, how far each recipient’s copy is, and stopping such mails.',
  downloads:
    'A quote, an order, and the file. An order takes an `Idempotency-Key`: repeated with the same one, it is the same order.',
  webhooks:
    'Addresses of a company that are told of what happens (Standard Webhooks), for its owner and admins. `POST` requests with `webhook-id`, `webhook-timestamp` and `webhook-signature`.',
  agents:
    'A server of the Model Context Protocol: what a language model may look at, count, quote and order with a key of yours.',
  log: 'The log of the ledger: a Merkle tree of RFC 6962 that only grows. Its signed heads, the proofs between two of them, and the keys that sign them, quotes and receipts.',
  reports: 'What people say is wrong with their searches and downloads, and what came of it.',
  imports: 'New versions of datasets, from uploaded files. For super admins.',
  lessons: 'Courses and their lessons, as the person may see them, and how far they are.',
  authoring:
    'Courses and the places of their lessons, for the authors of an account: its owner and admins make and publish, its other members see drafts.',
  'lesson-editing':
    'What authors write of a lesson. A save begins with a version, and what others saved since then is merged in; every save is a version.',
  questions:
    'The questions of lessons as their authors see them, with keys: editing, import and export, statistics, regrading.',
  quizzes:
    'Attempts at the quiz of a lesson. No answer is lost: each click has a number of its device, and is applied once.',
  certificates: 'Certificates of finished courses, which anybody may verify.',
  organizations: 'What admins of an organization see of its members.',
  content: 'The documents that the public pages are made of.',
  operations: 'Health, mail, errors, jobs, and what super admins see and do.',
} as const

export type Area = keyof typeof areas
