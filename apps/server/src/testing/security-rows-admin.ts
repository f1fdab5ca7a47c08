import { errorGroups } from '@freeor/accounts/error-log/tables'
import { impersonations } from '@freeor/accounts/impersonation/tables'
import { users } from '@freeor/accounts/tables'
import { customers } from '@freeor/billing/tables'
import { creditLots } from '@freeor/credits/tables'
import { addExemption } from '@freeor/leads/drop/commands'
import { addError, addGuest } from './admin-things.ts'
import { addDropCycle, exemption, signNotice } from './drop-things.ts'
import { addStoppedMail, secretHeaders, writeBounce } from './inbound-mail.ts'
import { addOptOutEntry } from './opt-out-things.ts'
import type { Row } from './security-row.ts'
import { beginUpload, createUpload, tus } from './uploads.ts'

let keys = 0
const nothing = () => ({})

/** What a super admin does to a person, who has no other part in the table. */
const aboutGuest: Row = {
  writes: users,
  sample: async (fixture) => ({
    params: { userId: await addGuest(fixture) },
    body: { reason: 'an example' },
  }),
}

/** The rows of what super admins do. */
export const adminRows: Readonly<Record<string, Row>> = {
  startImpersonation: {
    writes: impersonations,
    sample: ({ people: { stranger } }) => ({ body: { userId: stranger.userId, reason: 'asked for help' } }),
  },
  // A super admin who acts as nobody else has nothing to end.
  stopImpersonation: { sample: nothing, orElse: 409 },
  listUsers: { sample: nothing },
  readUser: { sample: ({ people: { owner } }) => ({ params: { userId: owner.userId } }) },
  listUserSearches: { sample: ({ people: { owner } }) => ({ params: { userId: owner.userId } }) },
  banUser: aboutGuest,
  unbanUser: aboutGuest,
  verifyUser: aboutGuest,
  endUserSessions: aboutGuest,
  // Their second factor is off.
  resetTwoFactor: { ...aboutGuest, orElse: 409 },
  listAllPlans: { sample: nothing },
  listCompanies: { sample: nothing },
  readCompanyRecord: { sample: ({ people: { owner } }) => ({ params: { companyId: owner.companyId } }) },
  listOptOuts: { sample: () => ({ query: { q: 'nobody@example.com' } }) },
  addOptOuts: { sample: () => ({ body: { text: 'nobody@people.example', reason: 'asked by mail' } }) },
  removeOptOut: {
    sample: async ({ deps }) => ({
      params: { optOutId: await addOptOutEntry(deps) },
      body: { reason: 'a mistake' },
    }),
  },
  readDrop: { sample: nothing },
  beginDrop: { sample: nothing },
  addDropExemption: { sample: () => ({ body: exemption }) },
  endDropExemption: {
    sample: async ({ deps }) => {
      await addExemption(deps.drop, exemption.hash, { reason: 'a test', superAdminUserId: undefined })
      return { body: exemption }
    },
  },
  readDropEvidence: { sample: async ({ deps }) => ({ params: { cycleId: await addDropCycle(deps) } }) },
  // Whoever has the secret of the configuration may call; it signs the notice.
  receiveDropEvent: { sample: ({ deps }) => signNotice(deps.clock.now()) },
  liftMailStop: {
    sample: async ({ deps }) => ({
      params: { mailId: await addStoppedMail(deps, 'stopped@elsewhere.example') },
      body: { reason: 'they told us' },
    }),
  },
  // Whoever has the secret of the configuration may call; the secret is no session.
  receiveMail: {
    sample: async ({ deps }) => ({
      rawBody: await writeBounce(deps, 'bounced@elsewhere.example'),
      headers: { ...secretHeaders, 'content-type': 'message/rfc822' },
    }),
  },
  grantLeads: {
    writes: creditLots,
    sample: ({ people: { superAdmin } }) => ({
      params: { companyId: superAdmin.companyId },
      body: { amount: 5, expiresAt: '2999-01-01T00:00:00Z', reason: 'an example', key: `sample-${++keys}` },
    }),
  },
  // No such download has cost anything.
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
  readStatus: { sample: nothing },
  listJobs: { sample: nothing },
  listFailedJobs: { sample: () => ({ params: { queue: 'deliver-mail' } }) },
  // No job was given up.
  retryJob: {
    sample: () => ({ params: { queue: 'deliver-mail', jobId: '00000000-0000-4000-8000-000000000000' } }),
    orElse: 404,
  },
  searchAudit: { sample: nothing },
  exportAudit: { sample: nothing },
  reportError: { sample: () => ({ body: { error: 'TypeError: x is undefined', location: '/search' } }) },
  listErrors: { sample: nothing },
  readError: { sample: async (fixture) => ({ params: { errorId: await addError(fixture) } }) },
  changeError: {
    writes: errorGroups,
    sample: async (fixture) => ({
      params: { errorId: await addError(fixture) },
      body: { state: 'resolved' },
    }),
  },
  listMail: { sample: nothing },
  readMail: { sample: ({ mailId }) => ({ params: { mailId } }) },
  createUpload: { sample: () => ({ headers: { ...tus, 'upload-length': '10' } }) },
  readUpload: {
    sample: async (fixture) => ({ params: { uploadId: await beginUpload(fixture) }, headers: tus }),
  },
  continueUpload: {
    sample: async (fixture) => ({
      params: { uploadId: await beginUpload(fixture) },
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
  },
  removeUpload: {
    sample: async (fixture) => ({ params: { uploadId: await beginUpload(fixture) }, headers: tus }),
  },
  proposeDictionary: { sample: async (fixture) => ({ body: { uploadId: await createUpload(fixture) } }) },
  startImport: {
    sample: async (fixture) => ({ body: { uploadId: await createUpload(fixture), dictId: `d${++keys}` } }),
  },
  listImports: { sample: nothing },
  readImport: { sample: ({ importId }) => ({ params: { importId } }) },
  // A finished import cannot be cancelled any more.
  cancelImport: { sample: ({ importId }) => ({ params: { importId } }), orElse: 409 },
  fetchRejects: { sample: ({ importId }) => ({ params: { importId } }) },
}
