import { periodOf } from '@freeor/billing/queries'
import { listDailyUse, listLedger as listLedgerLines } from '@freeor/credits/ledger'
import { listLots } from '@freeor/credits/lots/queries'
import { listPaidSubjects } from '@freeor/credits/reservations/queries'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { getLeadCustomer } from '../queries.ts'
import type { CompanyLeads, LedgerEntry, LedgerUse } from '../schema.ts'
import { leadsSite } from '../site.ts'

/** The company's ledger, newest first; `before` is the sequence of the last line already seen. */
export async function listLedger(
  tx: Tx,
  scope: CompanyScope,
  page: { readonly limit: number; readonly before?: number },
): Promise<LedgerEntry[]> {
  const lines = await listLedgerLines(tx, scope, { ...page, site: leadsSite })
  return lines.map(({ at, lotExpiresAt, subjectId, subjectName, ...line }) => ({
    ...line,
    at: at.toISOString(),
    lotExpiresAt: lotExpiresAt?.toISOString() ?? null,
    downloadId: subjectId,
    fileName: subjectName,
  }))
}

/**
 * Leads used on each day of the running billing period, in UTC; a day without use is 0, and today is the last day. What
 * was given back counts on the day it was given back, and no day is below 0.
 * @throws AppError payment_required when the company never had a plan
 */
export async function readLedgerUse(tx: Tx, { companyId }: CompanyScope, now: Date): Promise<LedgerUse> {
  const customer = await getLeadCustomer(tx, companyId)
  const { start, end } = periodOf(customer, now)
  // Before the anchor (a clock that was set back) the period is still to come: only its first day is listed.
  const last = now < start ? start : now
  const days = await listDailyUse(tx, customer, { start, last })
  return { period_start: start.toISOString(), period_end: end.toISOString(), days }
}

const shownLots = 100
const shownFiles = 100

/** A company's lots, and the files that it paid for; newest first. */
export async function readCompanyLeads(tx: Tx, _: SuperAdminScope, companyId: string): Promise<CompanyLeads> {
  const balance = { companyId, site: leadsSite } as const
  const lots = await listLots(tx, balance, shownLots)
  const files = await listPaidSubjects(tx, balance, shownFiles)
  return {
    lots: lots.map(
      ({ companyId: _company, site: _site, origin, startsAt, expiresAt, createdAt, ...lot }) => ({
        ...lot,
        planID: origin,
        startsAt: startsAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      }),
    ),
    files: files.map(({ subjectId, amount, paidAt, isRefunded }) => ({
      downloadId: subjectId,
      leads: amount,
      paidAt: paidAt?.toISOString() ?? '',
      isRefunded,
    })),
  }
}
