import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { and, count, desc, eq, gt, min, sql, sum } from 'drizzle-orm'
import type { Balance } from '../ports.ts'
import { creditLedger, creditLots, creditReservations } from '../tables.ts'

export type Reservation = typeof creditReservations.$inferSelect

/** What is or was held for a subject, or undefined. */
export async function findReservation(tx: Tx, subjectId: string): Promise<Reservation | undefined> {
  const [found] = await tx
    .select()
    .from(creditReservations)
    .where(eq(creditReservations.subjectId, subjectId))
  return found
}

/** As `findReservation`. @throws AppError not_found when nothing was reserved. */
export async function getReservation(tx: Tx, subjectId: string): Promise<Reservation> {
  const found = await findReservation(tx, subjectId)
  if (!found) throw new AppError('not_found', 'Nothing is reserved for it')
  return found
}

export type HeldReservations = { readonly amount: number; readonly oldestSeconds: number }

/** Reservations that are neither settled nor released, and how old the first of them is; 0 without any. */
export async function measureHeld(tx: Tx, now: Date): Promise<HeldReservations> {
  const [held] = await tx
    .select({ amount: count(), oldest: min(creditReservations.createdAt) })
    .from(creditReservations)
    .where(sql`${creditReservations.state} = 'held'`)
  const oldest = held?.oldest?.getTime()
  return {
    amount: held?.amount ?? 0,
    oldestSeconds: oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest) / 1000),
  }
}

export type PaidSubject = {
  readonly subjectId: string
  readonly amount: number
  readonly paidAt: Date | null
  readonly isRefunded: boolean
}

/** Subjects that cost credits, and whether those were given back; newest first. */
export async function listPaidSubjects(tx: Tx, balance: Balance, limit: number): Promise<PaidSubject[]> {
  const { companyId, site } = balance
  const isRefund = and(
    eq(creditLots.companyId, creditReservations.companyId),
    eq(creditLots.site, creditReservations.site),
    eq(creditLots.kind, 'refund'),
    eq(creditLots.period, creditReservations.subjectId),
  )
  const isPaid = and(
    eq(creditReservations.companyId, companyId),
    eq(creditReservations.site, site),
    gt(creditReservations.settledAmount, 0),
  )
  const rows = await tx
    .select({
      subjectId: creditReservations.subjectId,
      amount: creditReservations.settledAmount,
      paidAt: creditReservations.finishedAt,
      refundId: creditLots.id,
    })
    .from(creditReservations)
    .leftJoin(creditLots, isRefund)
    .where(isPaid)
    .orderBy(desc(creditReservations.finishedAt), desc(creditReservations.id))
    .limit(limit)
  return rows.map(({ amount, refundId, ...row }) => ({
    ...row,
    amount: amount ?? 0,
    isRefunded: refundId !== null,
  }))
}

/** The subjects of a site whose debit was given back. */
export async function listRefunded(tx: Tx, site: Site): Promise<Set<string>> {
  const lots = await tx
    .select({ subjectId: creditLots.period })
    .from(creditLots)
    .where(and(eq(creditLots.site, site), eq(creditLots.kind, 'refund')))
  return new Set(lots.map(({ subjectId }) => subjectId))
}

/** When the lots end that a subject was paid with; null for one that never does. */
export async function listEndsPaidWith(tx: Tx, subjectId: string): Promise<(Date | null)[]> {
  const rows = await tx
    .select({ expiresAt: creditLots.expiresAt })
    .from(creditLedger)
    .innerJoin(creditLots, eq(creditLots.id, creditLedger.lotId))
    .where(and(eq(creditLedger.subjectId, subjectId), eq(creditLedger.kind, 'debit')))
  return rows.map(({ expiresAt }) => expiresAt)
}

/** What was given back of a subject's debit so far. */
export async function sumRefunded(tx: Tx, subjectId: string): Promise<number> {
  const [row] = await tx
    .select({ amount: sum(creditLedger.amount).mapWith(Number) })
    .from(creditLedger)
    .where(and(eq(creditLedger.subjectId, subjectId), eq(creditLedger.kind, 'refund')))
  return row?.amount ?? 0
}
