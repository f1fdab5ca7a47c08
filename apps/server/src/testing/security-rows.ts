import { errorGroups } from '@freeor/accounts/error-log/tables'
import { impersonations } from '@freeor/accounts/impersonation/tables'
import { invitations } from '@freeor/accounts/invitations/tables'
import { companies, companyMembers, users } from '@freeor/accounts/tables'
import { creditLots, customers } from '@freeor/billing/tables'
import type { CompanyRole } from '@freeor/kernel/scope'
import { downloads } from '@freeor/leads/downloads/tables'
import { savedSearches } from '@freeor/leads/saved-searches/tables'
import { zipLists } from '@freeor/leads/zip-lists/tables'
import type { PgTable } from 'drizzle-orm/pg-core'
import { addInvitation, addMember, clearPeople, newAddress, putBack } from './company-people.ts'
import { firmsDictId } from './firms.ts'
import { addError, addGuest } from './operator-things.ts'
import type { Person } from './people.ts'
import { addSavedSearch } from './saved-searches.ts'
import { accountRows } from './security-rows-account.ts'
import { billingRows } from './security-rows-billing.ts'
import { createUpload } from './uploads.ts'
import type { World } from './world.ts'

/** What a call is made of. */
export type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Things of somebody, or ids of their shape that name nothing. */
export type Ids = {
  downloadId: string
  savedSearchId: string
  zipListId: string
  memberId: string
  invitationId: string
  subscriptionId: string
  sessionId: string
  apiKeyId: string
  accountId: string
  invoiceId: string
  /** The account owner's. */
  ownerId: string
  email: string
}

/** A house in which everything that an operation may name is there. */
export type SecurityWorld = World & {
  /** Of company A. */
  readonly own: Ids
  /** Of the member of company A. */
  readonly colleagues: Ids
  /** Of company B. */
  readonly theirs: Ids
  /** Of nobody. */
  readonly missing: Ids
  /** Belongs to no company any more. */
  readonly lost: Person
  readonly mailId: string
  /** Is done, and refused a row. */
  readonly importId: string
}

/** What the table knows of an operation beyond its contract. */
export type Row = {
  /** An input that whoever may call is answered 2xx for. Made anew for each call, as a call may use it up. */
  sample(world: SecurityWorld, as: Person): Input | Promise<Input>
  /** Needs a subscription that is active. */
  needsPlan?: true
  /** Ignores members it does not know. */
  isOpen?: true
  /** Another answer than 2xx that shows the call was let in. */
  orElse?: number
  /** What it names belongs to one person: for a colleague too it is as if it never was. */
  isPersonal?: true
  /** The table that the body is written to: none of its other columns may be sent. */
  writes?: PgTable
  /** The input that names a thing of somebody else. */
  foreign?: (ids: Ids, as: Person) => Input
  /** Puts back what the call changed that the rest of the table needs. */
  undo?: (world: SecurityWorld, as: Person, role: CompanyRole) => Promise<void>
}

let keys = 0
const anyFirm = { dictId: firmsDictId, limit: 1 }
const nothing = (): Input => ({})
const dictId = { dictId: firmsDictId }
const zipClause = ({ zipListId }: Ids) => `zip:@${zipListId}`

async function freshMember(world: SecurityWorld, as: Person): Promise<string> {
  await clearPeople(world, as)
  return await addMember(world, as)
}

async function freshInvitation(world: SecurityWorld, as: Person, email = newAddress()) {
  await clearPeople(world, as)
  return await addInvitation(world, as, email)
}

/** What an operator does to a person: to one nobody else of the table is. */
const aboutGuest: Row = {
  writes: users,
  sample: async (world) => ({ params: { userId: await addGuest(world) }, body: { reason: 'an example' } }),
}

/**
 * A row for each operation, by its id. An operation without one fails the test: whoever adds an endpoint says here who
 * may not call it and how another company's things would be named in it.
 */
export const securityRows: Readonly<Record<string, Row>> = {
  readHealth: { sample: nothing },
  readMe: { sample: nothing },
  listPlans: { sample: nothing },
  listStates: { sample: nothing },
  listCounties: { sample: () => ({ query: { state: 'TX' } }) },
  findPlaces: { sample: () => ({ query: { q: 'hou' } }) },
  readShowcase: { sample: nothing },
  // A page may send the user as it holds it.
  issueToken: {
    isOpen: true,
    sample: ({ people: { owner } }) => ({ body: { uid: owner.userId, email: owner.email } }),
  },
  listDictionaries: { sample: nothing },
  readDictionary: { sample: () => ({ params: dictId }) },
  searchLeads: {
    sample: () => ({ params: dictId, body: { filter: 'employees:>10', facets: ['industry'], limit: 3 } }),
    needsPlan: true,
    foreign: (ids) => ({ params: dictId, body: { dslFilter: zipClause(ids) } }),
  },
  suggestValues: {
    sample: () => ({ params: dictId, query: { column: 'company', q: 'fi' } }),
    needsPlan: true,
  },
  createZipList: { sample: () => ({ body: { text: '77002, 75201' } }), writes: zipLists },
  quoteDownload: {
    sample: () => ({ body: anyFirm }),
    foreign: (ids) => ({ body: { ...anyFirm, dslFilter: zipClause(ids) } }),
  },
  confirmDownload: {
    writes: downloads,
    sample: () => ({ body: anyFirm, headers: { 'idempotency-key': `sample-${++keys}` } }),
    foreign: (ids) => ({
      body: { ...anyFirm, dslFilter: zipClause(ids) },
      headers: { 'idempotency-key': `foreign-${++keys}` },
    }),
  },
  listDownloads: { sample: nothing },
  readDownload: {
    sample: ({ own }) => ({ params: { downloadId: own.downloadId } }),
    foreign: ({ downloadId }) => ({ params: { downloadId } }),
  },
  fetchFile: {
    sample: ({ own }) => ({ params: { downloadId: own.downloadId } }),
    foreign: ({ downloadId }) => ({ params: { downloadId } }),
  },
  saveSearch: {
    writes: savedSearches,
    needsPlan: true,
    sample: () => ({ body: { dictId: firmsDictId, searchName: 'Texas', dslFilter: 'state:TX' } }),
    foreign: (ids) => ({ body: { dictId: firmsDictId, searchName: 'Theirs', dslFilter: zipClause(ids) } }),
  },
  listSavedSearches: { sample: nothing },
  readSavedSearch: {
    sample: async (world, as) => ({ params: { searchId: await addSavedSearch(world, as) } }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId } }),
  },
  renameSavedSearch: {
    writes: savedSearches,
    sample: async (world, as) => ({
      params: { searchId: await addSavedSearch(world, as) },
      body: { searchName: 'Renamed' },
    }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId }, body: { searchName: 'Mine' } }),
  },
  deleteSavedSearch: {
    sample: async (world, as) => ({ params: { searchId: await addSavedSearch(world, as) } }),
    isPersonal: true,
    foreign: ({ savedSearchId }) => ({ params: { searchId: savedSearchId } }),
  },
  readLedger: { sample: nothing },
  ...accountRows,
  ...billingRows,
  readCompany: { sample: nothing },
  changeCompany: { sample: () => ({ body: { name: 'Acme' } }), writes: companies },
  listCompanyUsers: { sample: nothing },
  changeMemberRole: {
    writes: companyMembers,
    sample: async (world, as) => ({
      params: { memberId: await freshMember(world, as) },
      body: { role: 'viewer' },
    }),
    foreign: ({ memberId }) => ({ params: { memberId }, body: { role: 'viewer' } }),
  },
  removeMember: {
    sample: async (world, as) => ({ params: { memberId: await freshMember(world, as) } }),
    foreign: ({ memberId }) => ({ params: { memberId } }),
  },
  // The owner stays.
  leaveCompany: { sample: nothing, orElse: 409, undo: putBack },
  // Handing over would change who is who: a member whose address is not proven cannot be given the company.
  transferOwnership: {
    writes: companies,
    sample: async (world, as) => ({ body: { memberId: await freshMember(world, as) } }),
    orElse: 409,
    foreign: ({ memberId }) => ({ body: { memberId } }),
  },
  // Whoever has a company converts to nothing.
  convertAccount: { sample: nothing, orElse: 409 },
  listInvitations: { sample: nothing },
  invitePerson: {
    writes: invitations,
    sample: async (world, as) => {
      await clearPeople(world, as)
      return { body: { email: newAddress(), role: 'member' } }
    },
  },
  resendInvitation: {
    sample: async (world, as) => ({
      params: { invitationId: (await freshInvitation(world, as)).invitationId },
    }),
    foreign: ({ invitationId }) => ({ params: { invitationId } }),
  },
  revokeInvitation: {
    sample: async (world, as) => ({
      params: { invitationId: (await freshInvitation(world, as)).invitationId },
    }),
    foreign: ({ invitationId }) => ({ params: { invitationId } }),
  },
  openInvitation: {
    sample: async (world, as) => ({ body: { token: (await freshInvitation(world, as)).token } }),
  },
  // Into the company they are in, so that they are where they were.
  acceptInvitation: {
    sample: async (world, as) => ({ body: { token: (await freshInvitation(world, as, as.email)).token } }),
  },
  signUpInvited: {
    writes: users,
    sample: async (world, as) => ({
      body: {
        token: (await freshInvitation(world, as)).token,
        password: 'a horse of their own',
        name: 'New',
      },
    }),
  },
  startImpersonation: {
    writes: impersonations,
    sample: ({ people: { stranger } }) => ({ body: { userId: stranger.userId, reason: 'asked for help' } }),
  },
  // Who acts as nobody else has nothing to end.
  stopImpersonation: { sample: nothing, orElse: 409 },
  listUsers: { sample: nothing },
  readUser: { sample: ({ people: { owner } }) => ({ params: { userId: owner.userId } }) },
  banUser: aboutGuest,
  unbanUser: aboutGuest,
  verifyUser: aboutGuest,
  endUserSessions: aboutGuest,
  // Theirs is off.
  resetTwoFactor: { ...aboutGuest, orElse: 409 },
  listCompanies: { sample: nothing },
  readCompanyRecord: { sample: ({ people: { owner } }) => ({ params: { companyId: owner.companyId } }) },
  grantLeads: {
    writes: creditLots,
    sample: ({ people: { superAdmin } }) => ({
      params: { companyId: superAdmin.companyId },
      body: { amount: 5, expiresAt: '2999-01-01T00:00:00Z', reason: 'an example', key: `sample-${++keys}` },
    }),
  },
  setPlan: {
    writes: customers,
    sample: ({ people: { superAdmin } }) => ({
      params: { companyId: superAdmin.companyId },
      body: { site: 'leads', planID: 'freeor_basic', reason: 'an example' },
    }),
  },
  listSubscriptions: { sample: nothing },
  listJobs: { sample: nothing },
  listFailedJobs: { sample: () => ({ params: { queue: 'deliver-mail' } }) },
  // None was given up.
  retryJob: {
    sample: () => ({ params: { queue: 'deliver-mail', jobId: '00000000-0000-4000-8000-000000000000' } }),
    orElse: 404,
  },
  searchAudit: { sample: nothing },
  exportAudit: { sample: nothing },
  reportError: { sample: () => ({ body: { error: 'TypeError: x is undefined', location: '/search' } }) },
  listErrors: { sample: nothing },
  readError: { sample: async (world) => ({ params: { errorId: await addError(world) } }) },
  changeError: {
    writes: errorGroups,
    sample: async (world) => ({ params: { errorId: await addError(world) }, body: { state: 'resolved' } }),
  },
  listMail: { sample: nothing },
  readMail: { sample: ({ mailId }) => ({ params: { mailId } }) },
  proposeDictionary: { sample: async (world) => ({ body: { uploadId: await createUpload(world) } }) },
  startImport: {
    sample: async (world) => ({ body: { uploadId: await createUpload(world), dictId: `d${++keys}` } }),
  },
  listImports: { sample: nothing },
  readImport: { sample: ({ importId }) => ({ params: { importId } }) },
  // A finished import cannot be cancelled any more.
  cancelImport: { sample: ({ importId }) => ({ params: { importId } }), orElse: 409 },
  fetchRejects: { sample: ({ importId }) => ({ params: { importId } }) },
}
