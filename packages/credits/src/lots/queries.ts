import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gt, inArray, isNull, like, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Balance, LotGroup, SpendingTime } from '../ports.ts'
import { creditLedger, creditLots } from '../tables.ts'

export type Lot = typeof creditLots.$inferSelect

const isOf = ({ companyId, site }: Balance): SQL | undefined =>
  and(eq(creditLots.companyId, companyId), eq(creditLots.site, site))

/** The lots of a group. */
export function isInGroup(group: LotGroup): SQL | undefined {
  const { kind, exceptOrigin } = group
  const isOther =
    exceptOrigin === undefined
      ? undefined
      : or(isNull(creditLots.origin), ne(creditLots.origin, exceptOrigin))
  return and(isOf(group), eq(creditLots.kind, kind), isOther)
}

/** Lots that can be spent now. */
export const isSpendable = (balance: Balance, { now, startsBefore }: SpendingTime): SQL | undefined =>
  and(
    isOf(balance),
    lt(creditLots.startsAt, startsBefore),
    or(isNull(creditLots.expiresAt), gt(creditLots.expiresAt, now)),
  )

/** The sum of what can be spent now. */
export async function sumSpendable(tx: Tx, balance: Balance, time: SpendingTime): Promise<number> {
  const [row] = await tx
    .select({ left: sql<number>`coalesce(sum(${creditLots.left}), 0)::int` })
    .from(creditLots)
    .where(isSpendable(balance, time))
  return row?.left ?? 0
}

/** The sum of what can be spent now and of what reservations hold of it. */
export async function sumUnspent(tx: Tx, balance: Balance, time: SpendingTime): Promise<number> {
  const [row] = await tx
    .select({ unspent: sql<number>`coalesce(sum(${creditLots.left} + ${creditLots.reserved}), 0)::int` })
    .from(creditLots)
    .where(isSpendable(balance, time))
  return row?.unspent ?? 0
}

/** What can be spent now, and whether the lot of this period was granted; in one statement. */
export async function readBalance(
  tx: Tx,
  balance: Balance,
  { period, ...time }: SpendingTime & { readonly period: string },
): Promise<{ readonly left: number; readonly isGranted: boolean }> {
  const isOfPeriod = and(eq(creditLots.kind, 'cycle'), eq(creditLots.period, period))
  const [lots] = await tx
    .select({
      left: sql<number>`coalesce(sum(${creditLots.left}) FILTER (WHERE ${isSpendable(balance, time)}), 0)::int`,
      granted: sql<number>`(count(*) FILTER (WHERE ${isOfPeriod}))::int`,
    })
    .from(creditLots)
    .where(isOf(balance))
  return { left: lots?.left ?? 0, isGranted: (lots?.granted ?? 0) > 0 }
}

/** A balance's lots, newest first. */
export async function listLots(tx: Tx, balance: Balance, limit: number): Promise<Lot[]> {
  return await tx
    .select()
    .from(creditLots)
    .where(isOf(balance))
    .orderBy(desc(creditLots.createdAt), desc(creditLots.id))
    .limit(limit)
}

/** The lots of a period: the first one and those that were added to it as `<period> +<number>`. Oldest first. */
export async function listPeriodLots(tx: Tx, group: LotGroup, period: string): Promise<Lot[]> {
  return await tx
    .select()
    .from(creditLots)
    .where(and(isInGroup(group), or(eq(creditLots.period, period), like(creditLots.period, `${period} +%`))))
    .orderBy(asc(creditLots.createdAt), asc(creditLots.id))
}

/** What lots were granted, without what was taken back. */
export async function sumAllotment(tx: Tx, lots: readonly Lot[]): Promise<number> {
  if (lots.length === 0) return 0
  const ids = lots.map(({ id }) => id)
  const [taken] = await tx
    .select({ back: sql<number>`coalesce(-sum(${creditLedger.amount}), 0)::int` })
    .from(creditLedger)
    .where(and(inArray(creditLedger.lotId, ids), eq(creditLedger.kind, 'expiry')))
  return lots.reduce((sum, { granted }) => sum + granted, 0) - (taken?.back ?? 0)
}

/** The lots of a group with unspent credits, the youngest first: neither spent nor held. */
export async function listUnspent(tx: Tx, group: LotGroup, time: SpendingTime): Promise<Lot[]> {
  return await tx
    .select()
    .from(creditLots)
    .where(and(isInGroup(group), gt(creditLots.left, 0), isSpendable(group, time)))
    .orderBy(desc(creditLots.startsAt), desc(creditLots.createdAt), desc(creditLots.id))
}

/** Whether a lot expired before this instant with credits that nobody spent. */
export const hasExpiredUnspent = (before: Date): SQL | undefined =>
  and(lt(creditLots.expiresAt, before), gt(creditLots.left, 0))

/** Lots of a site that expired before this instant with credits that nobody spent. */
export async function listExpiredUnspent(
  tx: Tx,
  { site, before }: { readonly site: Site; readonly before: Date },
): Promise<{ id: string; companyId: string }[]> {
  return await tx
    .select({ id: creditLots.id, companyId: creditLots.companyId })
    .from(creditLots)
    .where(and(eq(creditLots.site, site), hasExpiredUnspent(before)))
}
