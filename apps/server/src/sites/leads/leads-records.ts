import { can } from '@freeor/accounts/policy'
import type { Clock } from '@freeor/kernel/clock'
import type { CompanyScope } from '@freeor/kernel/scope'
import { endAlertsOf } from '@freeor/leads/alerts/commands'
import { listAlerts } from '@freeor/leads/alerts/queries'
import { openLeadCustomer } from '@freeor/leads/allowance/commands'
import { followAddress, leaveAddress } from '@freeor/leads/allowance/free-months/commands'
import { leadBilling } from '@freeor/leads/allowance/lead-billing'
import { listLedger, readCompanyLeads } from '@freeor/leads/allowance/ledger/queries'
import { companyLeads } from '@freeor/leads/allowance/schema'
import { deleteColumnChoicesOf } from '@freeor/leads/column-choices/delete-choices-of'
import { listColumnChoices } from '@freeor/leads/column-choices/queries'
import { listDownloads } from '@freeor/leads/downloads/queries'
import { deleteEmailsOf } from '@freeor/leads/emails/delete-emails-of'
import { listEmails } from '@freeor/leads/emails/queries'
import { deleteLeadNotesOf } from '@freeor/leads/lead-notes/delete-notes-of'
import { listLeadNotes } from '@freeor/leads/lead-notes/queries'
import { deleteOwnListsOf } from '@freeor/leads/own-lists/delete-lists-of'
import { listOwnLists } from '@freeor/leads/own-lists/queries'
import { deletePromosOf } from '@freeor/leads/promos/delete-promos-of'
import { listPromos } from '@freeor/leads/promos/queries'
import { deleteReportsOf } from '@freeor/leads/reports/delete-reports-of'
import { listOwnReports } from '@freeor/leads/reports/queries'
import { deleteSavedSearchesOf } from '@freeor/leads/saved-searches/delete-searches-of'
import { listSavedSearches } from '@freeor/leads/saved-searches/queries'
import { deleteSchedulesOf, endSchedulesOf } from '@freeor/leads/scheduled-downloads/delete-schedules-of'
import { listSchedules } from '@freeor/leads/scheduled-downloads/queries'
import { deleteLinksOf, revokeLinksOf } from '@freeor/leads/shares/end-links-of'
import { listOwnLinks, listSharedWithMe } from '@freeor/leads/shares/queries'
import { deleteSpendingOf, endSpendingOf } from '@freeor/leads/spending/delete-spending-of'
import { listApprovals, listLimits } from '@freeor/leads/spending/queries'
import { listSuppressionLists } from '@freeor/leads/suppression/queries'
import { deleteWebhooksOf } from '@freeor/leads/webhooks/delete-webhooks-of'
import { listWebhooks } from '@freeor/leads/webhooks/queries'
import type { Database } from '@freeor/postgres/database'
import type { SiteRecords } from '../records-of-site.ts'

/** Every company has the free plan of Leads from the start, with its first month's leads. */
export const leadsRecords: SiteRecords = {
  name: 'leads',
  billing: leadBilling,
  collections: ['pages'],
  async onCompanyCreated(tx, { companyIds, addressKey, now }) {
    for (const companyId of companyIds)
      await openLeadCustomer(tx, { companyId, planID: 'freeor_free', now, addressKey })
  },
  onAddressChanged: async (tx, changed) => await followAddress(tx, changed),
  async onMemberRemoved(tx, removed) {
    await endAlertsOf(tx, removed)
    await revokeLinksOf(tx, removed)
    await endSpendingOf(tx, removed)
    await endSchedulesOf(tx, removed)
  },
  async onAccountDeleted(tx, { userId, companyIds, now }) {
    await endAlertsOf(tx, { userId })
    await deleteLinksOf(tx, { userId, companyIds })
    await deleteSavedSearchesOf(tx, userId)
    await deleteEmailsOf(tx, userId)
    await deletePromosOf(tx, userId)
    await deleteReportsOf(tx, { userId, now })
    await deleteOwnListsOf(tx, companyIds)
    await deleteLeadNotesOf(tx, { userId, companyIds })
    await deleteWebhooksOf(tx, { userId, companyIds })
    await deleteColumnChoicesOf(tx, userId)
    await deleteSpendingOf(tx, userId)
    await deleteSchedulesOf(tx, userId)
    await leaveAddress(tx, companyIds)
  },
  exportLists: ({ db, clock }, scope) => ({
    savedSearches: oneList(async () => await listSavedSearches(db, scope)),
    columnChoices: oneList(async () => await listColumnChoices(db, scope)),
    alerts: oneList(async () => await listAlerts(db, scope)),
    shareLinks: oneList(async () => await listOwnLinks(db, scope, clock.now())),
    sharedWithMe: oneList(async () => await listSharedWithMe(db, scope.userId, clock.now())),
    emails: oneList(async () => await listEmails(db, scope)),
    reports: oneList(async () => await listOwnReports(db, scope)),
    promos: oneList(async () => await listPromos(db, scope)),
    downloads: pagesOfDownloads({ db, clock }, scope),
    spendingLimits: oneList(async () =>
      (await listLimits(db, scope)).filter(({ uid }) => isTheirs(scope, uid)),
    ),
    downloadApprovals: oneList(
      async () => await listApprovals(db, scope, { now: clock.now(), ofAll: scope.role === 'owner' }),
    ),
    leadNotes: oneList(
      async () => await listLeadNotes(db, scope, scope.role === 'owner' ? undefined : scope.userId),
    ),
    scheduledDownloads: oneList(async () =>
      (await listSchedules(db, scope)).filter(({ uid }) => isTheirs(scope, uid)),
    ),
    ledger: pagesOfLedger(db, scope),
    webhooks: oneList(async () => (can(scope.role, 'webhooks.manage') ? await listWebhooks(db, scope) : [])),
    suppressionLists: oneList(async () =>
      (await listSuppressionLists(db, scope)).filter(({ uid }) => isTheirs(scope, uid)),
    ),
    ownLists: oneList(async () =>
      (await listOwnLists({ db, clock }, scope)).filter(({ uid }) => isTheirs(scope, uid)),
    ),
  }),
  companyRecord: { lists: companyLeads.shape, read: readCompanyLeads },
}

const pageSize = 200

async function* oneList(read: () => Promise<readonly unknown[]>) {
  yield await read()
}

/** An owner gets all that the company has; any other member gets what they did themselves. */
const isTheirs = ({ role, userId }: CompanyScope, of: string | null) => role === 'owner' || of === userId

async function* pagesOfDownloads(deps: { db: Database; clock: Clock }, scope: CompanyScope) {
  let before: Date | undefined
  for (;;) {
    const page = await listDownloads(deps, scope, { limit: pageSize, ...(before && { before }) })
    yield page.filter(({ uid }) => isTheirs(scope, uid))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    before = new Date(last.timestamp)
  }
}

async function* pagesOfLedger(db: Database, scope: CompanyScope) {
  let before: number | undefined
  for (;;) {
    const page = await listLedger(db, scope, { limit: pageSize, ...(before && { before }) })
    yield page.filter(({ userId }) => isTheirs(scope, userId))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    before = last.sequence
  }
}
