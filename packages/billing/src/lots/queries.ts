import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm'
import { periodKey } from '../grant-rule.ts'
import { type Customer, periodOf } from '../queries.ts'
import { creditLedger, creditLots } from '../tables.ts'

type Lot = typeof creditLots.$inferSelect

/**
 * The lots of the running period of a plan that nobody bills: the first one and what a change of plan added. Oldest
 * first.
 */
export async function listPeriodLots(tx: Tx, customer: Customer, now: Date): Promise<Lot[]> {
  const key = periodKey(periodOf(customer, now))
  return await tx
    .select()
    .from(creditLots)
    .where(
      and(
        eq(creditLots.companyId, customer.companyId),
        eq(creditLots.site, 'leads'),
        eq(creditLots.kind, 'cycle'),
        or(eq(creditLots.period, key), like(creditLots.period, `${key} +%`)),
      ),
    )
    .orderBy(asc(creditLots.createdAt), asc(creditLots.id))
}

/** What lots were granted and still count for: without what a change of plan took back. */
export async function sumAllotment(tx: Tx, lots: readonly Lot[]): Promise<number> {
  if (lots.length === 0) return 0
  const ids = lots.map(({ id }) => id)
  const [taken] = await tx
    .select({ back: sql<number>`coalesce(-sum(${creditLedger.amount}), 0)::int` })
    .from(creditLedger)
    .where(and(inArray(creditLedger.lotId, ids), eq(creditLedger.kind, 'expiry')))
  return lots.reduce((sum, { granted }) => sum + granted, 0) - (taken?.back ?? 0)
}
