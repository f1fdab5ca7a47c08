import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import { writeEntry } from '../log/write-entry.ts'
import { addLot } from '../lots/commands.ts'
import { isSpendable, sumSpendable } from '../lots/queries.ts'
import type { Balance, SpendingTime } from '../ports.ts'
import { creditLots, creditReservationParts, creditReservations } from '../tables.ts'
import {
  findReservation,
  getReservation,
  listEndsPaidWith,
  type Reservation,
  sumRefunded,
} from './queries.ts'
import { type Part, spread } from './spending.ts'

/** Soonest expiry first, what never expires last; then the oldest. */
const spendingOrder = [
  sql`${creditLots.expiresAt} ASC NULLS LAST`,
  asc(creditLots.startsAt),
  asc(creditLots.id),
]

export type Claim = {
  readonly balance: Balance
  readonly userId: string
  readonly subjectId: string
  readonly amount: number
}

/**
 * Whether this very claim is reserved or settled already.
 * @throws AppError conflict when the subject was given up, or reserved with another amount or by another company.
 */
export async function isReserved(tx: Tx, { balance, subjectId, amount }: Claim): Promise<boolean> {
  if (!Number.isInteger(amount) || amount < 0) throw new Error(`Not a number of credits: ${amount}`)
  const earlier = await findReservation(tx, subjectId)
  if (!earlier) return false
  const isSame =
    earlier.companyId === balance.companyId && earlier.site === balance.site && earlier.amount === amount
  if (!isSame || earlier.state === 'released')
    throw new AppError('conflict', 'It was reserved differently before')
  return true
}

export type ReserveOutcome =
  | { readonly status: 'reserved' }
  | { readonly status: 'insufficient'; readonly left: number }

/**
 * Holds credits for a subject, those that expire soonest first; the balance is locked. Repeating it for the same subject
 * changes nothing.
 * @throws AppError conflict as `isReserved`
 */
export async function reserve(tx: Tx, claim: Claim, time: SpendingTime): Promise<ReserveOutcome> {
  const { balance, userId, subjectId, amount } = claim
  if (await isReserved(tx, claim)) return { status: 'reserved' }
  const lots = await tx
    .select()
    .from(creditLots)
    .where(and(isSpendable(balance, time), gt(creditLots.left, 0)))
    .orderBy(...spendingOrder)
    .for('update')
  const parts = spread(lots, amount)
  if (!parts) return { status: 'insufficient', left: await sumSpendable(tx, balance, time) }
  const reservationId = newId('res')
  const { companyId, site } = balance
  await tx.insert(creditReservations).values({
    id: reservationId,
    subjectId,
    companyId,
    userId,
    site,
    amount,
    state: 'held',
    createdAt: time.now,
  })
  for (const part of parts) await hold(tx, part)
  if (parts.length > 0) {
    const expiries = new Map(lots.map(({ id, expiresAt }) => [id, expiresAt]))
    await tx
      .insert(creditReservationParts)
      .values(
        parts.map((part) => ({ reservationId, ...part, lotExpiresAt: expiries.get(part.lotId) ?? null })),
      )
  }
  return { status: 'reserved' }
}

async function hold(tx: Tx, { lotId, amount }: Part): Promise<void> {
  const moved = await tx
    .update(creditLots)
    .set({ left: sql`${creditLots.left} - ${amount}`, reserved: sql`${creditLots.reserved} + ${amount}` })
    .where(and(eq(creditLots.id, lotId), gte(creditLots.left, amount)))
    .returning({ id: creditLots.id })
  if (moved.length === 0) throw new Error(`The lot ${lotId} had less than was read under its lock`)
}

/** The reservation as it is under its balance's lock, itself locked. */
async function lockReservation(tx: Tx, subjectId: string): Promise<Reservation> {
  await tx
    .select({ id: creditReservations.id })
    .from(creditReservations)
    .where(eq(creditReservations.subjectId, subjectId))
    .for('update')
  return await getReservation(tx, subjectId)
}

/** What each lot holds for a reservation, in spending order, the lots locked. */
async function lockParts(tx: Tx, reservationId: string): Promise<Part[]> {
  return await tx
    .select({ lotId: creditReservationParts.lotId, amount: creditReservationParts.amount })
    .from(creditReservationParts)
    .innerJoin(creditLots, eq(creditLots.id, creditReservationParts.lotId))
    .where(eq(creditReservationParts.reservationId, reservationId))
    .orderBy(...spendingOrder)
    .for('update')
}

/**
 * Ends the hold of a lot: `debited` of it is gone, the rest is free again. A lot that expired meanwhile gets it back
 * too: nobody can spend it, and it is written off with its row in the ledger.
 */
async function unhold(tx: Tx, part: Part, debited: number): Promise<void> {
  const moved = await tx
    .update(creditLots)
    .set({
      left: sql`${creditLots.left} + ${part.amount - debited}`,
      reserved: sql`${creditLots.reserved} - ${part.amount}`,
    })
    .where(and(eq(creditLots.id, part.lotId), gte(creditLots.reserved, part.amount)))
    .returning({ id: creditLots.id })
  if (moved.length === 0) throw new Error(`The lot ${part.lotId} holds less than its reservations say`)
}

export type Settlement = {
  readonly subjectId: string
  /** What people call the subject. */
  readonly subjectName: string
  readonly amount: number
  readonly now: Date
}

export type SettleOutcome =
  | { readonly status: 'settled'; readonly amount: number }
  | { readonly status: 'already_settled'; readonly amount: number }
  | { readonly status: 'released' }

/**
 * Debits exactly `amount` of what was reserved and gives the rest back; the balance is locked. Settling again changes
 * nothing; after a release nothing is debited, and the caller must not hand out what it was for.
 * @throws AppError not_found when nothing was reserved; Error when `amount` is more than was reserved.
 */
export async function settle(tx: Tx, settlement: Settlement): Promise<SettleOutcome> {
  const { subjectId, subjectName, amount, now } = settlement
  const reservation = await lockReservation(tx, subjectId)
  const { id, companyId, site, userId } = reservation
  if (reservation.state === 'settled')
    return { status: 'already_settled', amount: reservation.settledAmount ?? 0 }
  if (reservation.state === 'released') return { status: 'released' }
  if (!Number.isInteger(amount) || amount < 0 || amount > reservation.amount)
    throw new Error(`Cannot debit ${amount} of ${reservation.amount} reserved for ${subjectId}`)
  let open = amount
  for (const part of await lockParts(tx, id)) {
    const debited = Math.min(open, part.amount)
    open -= debited
    await unhold(tx, part, debited)
    if (debited === 0) continue
    await writeEntry(tx, {
      companyId,
      site,
      lotId: part.lotId,
      kind: 'debit',
      amount: -debited,
      userId,
      subjectId,
      subjectName,
      at: now,
    })
  }
  if (open > 0) throw new Error(`The parts of ${subjectId} hold ${open} less than was reserved`)
  await tx
    .update(creditReservations)
    .set({ state: 'settled', settledAmount: amount, finishedAt: now })
    .where(eq(creditReservations.id, id))
  return { status: 'settled', amount }
}

export type Release = { readonly subjectId: string; readonly reason: string; readonly now: Date }

export type ReleaseOutcome =
  | { readonly status: 'released'; readonly amount: number }
  | { readonly status: 'already_released' }
  | { readonly status: 'already_settled' }

/**
 * Gives everything reserved back to its lots; the balance is locked. Releasing again changes nothing; what was debited
 * stays so.
 * @throws AppError not_found when nothing was reserved.
 */
export async function release(tx: Tx, { subjectId, reason, now }: Release): Promise<ReleaseOutcome> {
  const reservation = await lockReservation(tx, subjectId)
  if (reservation.state === 'settled') return { status: 'already_settled' }
  if (reservation.state === 'released') return { status: 'already_released' }
  for (const part of await lockParts(tx, reservation.id)) await unhold(tx, part, 0)
  await tx
    .update(creditReservations)
    .set({ state: 'released', reason, finishedAt: now })
    .where(eq(creditReservations.id, reservation.id))
  return { status: 'released', amount: reservation.amount }
}

export type Refund = {
  readonly subjectId: string
  /** The user who gave it back; undefined for the command line. */
  readonly userId?: string | undefined
  readonly reason: string
  /** What is given back can be spent until then at least. */
  readonly lastsUntil: Date
  readonly now: Date
}

export type RefundOutcome =
  | { readonly status: 'refunded'; readonly amount: number; readonly companyId: string }
  | { readonly status: 'already_refunded' }
  | { readonly status: 'nothing_debited' }

/**
 * Gives back what a subject was debited, less what was given back before, once, as a lot of its own: the lots it came from may have expired. It lasts as
 * long as the longest of those, and until `lastsUntil` at least; it never ends when some of it was paid with credits
 * that never do. The balance is locked.
 * @throws AppError not_found when nothing was reserved.
 */
export async function refund(tx: Tx, input: Refund): Promise<RefundOutcome> {
  const { subjectId, userId, reason, lastsUntil, now } = input
  const { companyId, site, state, settledAmount } = await lockReservation(tx, subjectId)
  if (state !== 'settled' || !settledAmount) return { status: 'nothing_debited' }
  const amount = settledAmount - (await sumRefunded(tx, subjectId))
  if (amount === 0) return { status: 'already_refunded' }
  const lotId = await addLot(tx, {
    companyId,
    site,
    kind: 'refund',
    period: subjectId,
    amount,
    startsAt: now,
    expiresAt: latest([lastsUntil, ...(await listEndsPaidWith(tx, subjectId))]),
    now,
    subjectId,
    ...(userId !== undefined && { userId }),
    reason,
  })
  return lotId ? { status: 'refunded', amount, companyId } : { status: 'already_refunded' }
}

export type PartRefund = Refund & {
  /** What is given back for, unique in the subject. */
  readonly partId: string
  readonly amount: number
}

/**
 * Gives back some of what a subject was debited, as a lot of its own that lasts as `refund` says. All parts together
 * are never more than the debit. The balance is locked.
 * @throws AppError not_found when nothing was reserved; conflict for more than is left of the debit
 */
export async function refundSome(tx: Tx, input: PartRefund): Promise<void> {
  const { subjectId, partId, amount, userId, reason, lastsUntil, now } = input
  if (!Number.isInteger(amount) || amount <= 0) throw new Error(`Not a number of credits: ${amount}`)
  const { companyId, site, state, settledAmount } = await lockReservation(tx, subjectId)
  const debited = state === 'settled' ? (settledAmount ?? 0) : 0
  if (amount > debited - (await sumRefunded(tx, subjectId)))
    throw new AppError('conflict', 'What this cost was given back already.')
  const lotId = await addLot(tx, {
    ...{ companyId, site, kind: 'refund', period: `${subjectId}/${partId}`, amount, startsAt: now, now },
    expiresAt: latest([lastsUntil, ...(await listEndsPaidWith(tx, subjectId))]),
    ...{ subjectId, ...(userId !== undefined && { userId }), reason },
  })
  if (!lotId) throw new AppError('conflict', 'This was given back already.')
}

/** The latest of these ends; null, which is never, is later than any. */
function latest(ends: readonly (Date | null)[]): Date | null {
  const times = ends.map((end) => end?.getTime() ?? Number.POSITIVE_INFINITY)
  const last = Math.max(...times)
  return Number.isFinite(last) ? new Date(last) : null
}
