import { errorGroups } from '@freeor/accounts/error-log/tables'
import { impersonations } from '@freeor/accounts/impersonation/tables'
import { users } from '@freeor/accounts/tables'
import { customers } from '@freeor/billing/tables'
import { creditLots } from '@freeor/credits/tables'
import { addError, addGuest } from './operator-things.ts'
import type { Row } from './security-rows.ts'
import { beginUpload, createUpload, tus } from './uploads.ts'

let keys = 0
const nothing = () => ({})

/** What an operator does to a person: to one nobody else of the table is. */
const aboutGuest: Row = {
  writes: users,
  sample: async (world) => ({ params: { userId: await addGuest(world) }, body: { reason: 'an example' } }),
}

/** The rows of what operators do. */
export const operatorRows: Readonly<Record<string, Row>> = {
  startImpersonation: {
    writes: impersonations,
    sample: ({ people: { stranger } }) => ({ body: { userId: stranger.userId, reason: 'asked for help' } }),
  },
  // Who acts as nobody else has nothing to end.
  stopImpersonation: { sample: nothing, orElse: 409 },
  listUsers: { sample: nothing },
  readUser: { sample: ({ people: { owner } }) => ({ params: { userId: owner.userId } }) },
  listUserSearches: { sample: ({ people: { owner } }) => ({ params: { userId: owner.userId } }) },
  banUser: aboutGuest,
  unbanUser: aboutGuest,
  verifyUser: aboutGuest,
  endUserSessions: aboutGuest,
  // Theirs is off.
  resetTwoFactor: { ...aboutGuest, orElse: 409 },
  listAllPlans: { sample: nothing },
  listCompanies: { sample: nothing },
  readCompanyRecord: { sample: ({ people: { owner } }) => ({ params: { companyId: owner.companyId } }) },
  grantLeads: {
    writes: creditLots,
    sample: ({ people: { superAdmin } }) => ({
      params: { companyId: superAdmin.companyId },
      body: { amount: 5, expiresAt: '2999-01-01T00:00:00Z', reason: 'an example', key: `sample-${++keys}` },
    }),
  },
  // Nobody's has cost anything.
  refundFile: {
    sample: () => ({ params: { downloadId: 'dl_none' }, body: { reason: 'an example' } }),
    orElse: 404,
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
  createUpload: { sample: () => ({ headers: { ...tus, 'upload-length': '10' } }) },
  readUpload: {
    sample: async (world) => ({ params: { uploadId: await beginUpload(world) }, headers: tus }),
  },
  continueUpload: {
    sample: async (world) => ({
      params: { uploadId: await beginUpload(world) },
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
  },
  removeUpload: {
    sample: async (world) => ({ params: { uploadId: await beginUpload(world) }, headers: tus }),
  },
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
