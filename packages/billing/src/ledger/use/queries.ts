import { listDailyUse } from '@freeor/credits/ledger'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { getLeadCustomer, periodOf } from '../../queries.ts'
import type { LedgerUse } from '../../schema.ts'

/**
 * Leads used on each day of the running billing period, in UTC, days without use as 0, today the last one. What was
 * given back counts against the day it was given back, and no day is below 0.
 * @throws AppError payment_required when the company never had a plan
 */
export async function readLedgerUse(tx: Tx, { companyId }: CompanyScope, now: Date): Promise<LedgerUse> {
  const customer = await getLeadCustomer(tx, companyId)
  const { start, end } = periodOf(customer, now)
  // Before the anchor (a clock set back) the period is still to come: its first day stands alone.
  const last = now < start ? start : now
  const days = await listDailyUse(tx, customer, { start, last })
  return { period_start: start.toISOString(), period_end: end.toISOString(), days }
}
