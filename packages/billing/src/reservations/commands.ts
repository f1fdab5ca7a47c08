import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import { addLot, grantPeriod, lockLeadCustomer } from '../commands.ts'
import { planInForce } from '../plan-in-force.ts'
import { getLeadPlan } from '../plans.ts'
import { type Customer, isSpendable, periodOf, sumSpendable } from '../queries.ts'
import { type Part, spread } from '../spending.ts'
import { isActiveSubscription, subscriptionEnded } from '../subscription-status.ts'
import { findOpenIntent, type Intent } from '../subscriptions/queries.ts'
import { creditLedger, creditLots, creditReservationParts, creditReservations } from '../tables.ts'

/** Soonest expiry first, what never expires last; then the oldest. */
const spendingOrder = [
  sql`${creditLots.expiresAt} ASC NULLS LAST`,
  asc(creditLots.startsAt),
  asc(creditLots.id),
]

export type ReserveInput = {
  readonly companyId: string
  readonly userId: string
  readonly downloadId: string
  readonly amount: number
  /** Rows in the file, those that cost nothing too: held to the plan's file size. */
  readonly rows: number
  readonly now: Date
}

export type ReserveOutcome =
  | { readonly status: 'reserved' }
  | { readonly status: 'insufficient'; readonly leadsRemaining: number }
  /** The plan in force allows no file of that size. */
  | { readonly status: 'file_limit_exceeded'; readonly downloadLimit: number }

/**
 * Holds credits for a download, those that expire soonest first, granting the running period's lot if nobody has yet.
 * Repeating it for the same download changes nothing.
 *
 * Asked under the customer's lock, which a change of plan takes before it begins: so an order stands wholly before it,
 * and what it holds is not given back, or wholly after it.
 * @throws AppError payment_required without an active plan; conflict while the plan is going down, when the download
 *   was given up, or was reserved with another amount or by another company.
 */
export async function reserveCredits(tx: Tx, input: ReserveInput): Promise<ReserveOutcome> {
  const { companyId, userId, downloadId, amount, now } = input
  if (!Number.isInteger(amount) || amount < 0) throw new Error(`Not a number of credits: ${amount}`)
  const customer = await lockLeadCustomer(tx, companyId, userId)
  if (await isReserved(tx, input)) return { status: 'reserved' }
  if (!isActiveSubscription(customer.subscriptionStatus)) throw subscriptionEnded(customer.subscriptionStatus)
  await refuseWhileLowering(tx, customer)
  const force = planInForce(customer)
  const downloadLimit = force === undefined ? 0 : getLeadPlan(force).downloadLimit
  if (input.rows > downloadLimit) return { status: 'file_limit_exceeded', downloadLimit }
  await grantPeriod(tx, customer, now)
  const lots = await tx
    .select()
    .from(creditLots)
    .where(and(isSpendable(customer, now), gt(creditLots.left, 0)))
    .orderBy(...spendingOrder)
    .for('update')
  const parts = spread(lots, amount)
  if (!parts) return { status: 'insufficient', leadsRemaining: await sumSpendable(tx, customer, now) }
  const reservationId = newId('res')
  await tx.insert(creditReservations).values({
    id: reservationId,
    downloadId,
    companyId,
    userId,
    site: 'leads',
    amount,
    state: 'held',
    createdAt: now,
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

/**
 * What a lowering or ending change gives back in money must not be used up while the provider is working on it.
 * @throws AppError conflict
 */
async function refuseWhileLowering(tx: Tx, customer: Customer): Promise<void> {
  const open = await findOpenIntent(tx, customer.id)
  if (!open || !isLowering(open, customer)) return
  throw new AppError(
    'conflict',
    'Your plan is being changed to a smaller one. Please order again in a moment.',
  )
}

function isLowering({ kind, planId }: Intent, customer: Customer): boolean {
  if (kind === 'terminate') return true
  if (kind !== 'change' || planId === null) return false
  const [from, to] = [getLeadPlan(customer.planId), getLeadPlan(planId)]
  return to.leads < from.leads || to.downloadLimit < from.downloadLimit || to.price < from.price
}

async function isReserved(tx: Tx, { companyId, downloadId, amount }: ReserveInput): Promise<boolean> {
  const [earlier] = await tx
    .select()
    .from(creditReservations)
    .where(eq(creditReservations.downloadId, downloadId))
  if (!earlier) return false
  if (earlier.companyId !== companyId || earlier.amount !== amount || earlier.state === 'released') {
    throw new AppError('conflict', 'This download was reserved differently before')
  }
  return true
}

async function hold(tx: Tx, { lotId, amount }: Part): Promise<void> {
  const moved = await tx
    .update(creditLots)
    .set({ left: sql`${creditLots.left} - ${amount}`, reserved: sql`${creditLots.reserved} + ${amount}` })
    .where(and(eq(creditLots.id, lotId), gte(creditLots.left, amount)))
    .returning({ id: creditLots.id })
  if (moved.length === 0) throw new Error(`The lot ${lotId} had less than was read under its lock`)
}

type Reservation = typeof creditReservations.$inferSelect

/** The reservation, its company's customer row locked first. */
async function lockReservation(tx: Tx, downloadId: string): Promise<Reservation> {
  const isIt = eq(creditReservations.downloadId, downloadId)
  const [found] = await tx.select().from(creditReservations).where(isIt)
  if (!found) throw new AppError('not_found', 'Nothing is reserved for this download')
  await lockLeadCustomer(tx, found.companyId, found.userId)
  const [reservation] = await tx.select().from(creditReservations).where(isIt).for('update')
  if (!reservation) throw new AppError('not_found', 'Nothing is reserved for this download')
  return reservation
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

/** Ends a lot's hold: `debited` of it is gone, the rest is free again. A lot that expired meanwhile gets it back too: nobody can spend it, and it is written off with its row in the ledger. */
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

export type SettleInput = {
  readonly downloadId: string
  /** Rows in the file. */
  readonly amount: number
  readonly fileName: string
  readonly now: Date
}

export type SettleOutcome =
  | { readonly status: 'settled'; readonly amount: number }
  | { readonly status: 'already_settled'; readonly amount: number }
  | { readonly status: 'released' }

/**
 * Debits exactly `amount` of what was reserved and gives the rest back. Settling again changes nothing; after a
 * release nothing is debited, and the caller must not hand out the file.
 * @throws AppError not_found when nothing was reserved; Error when `amount` is more than was reserved.
 */
export async function settleReservation(tx: Tx, input: SettleInput): Promise<SettleOutcome> {
  const { downloadId, amount, fileName, now } = input
  const reservation = await lockReservation(tx, downloadId)
  if (reservation.state === 'settled') {
    return { status: 'already_settled', amount: reservation.settledAmount ?? 0 }
  }
  if (reservation.state === 'released') return { status: 'released' }
  if (!Number.isInteger(amount) || amount < 0 || amount > reservation.amount) {
    throw new Error(`Cannot debit ${amount} of ${reservation.amount} reserved for ${downloadId}`)
  }
  let open = amount
  for (const part of await lockParts(tx, reservation.id)) {
    const debited = Math.min(open, part.amount)
    open -= debited
    await unhold(tx, part, debited)
    if (debited === 0) continue
    await tx.insert(creditLedger).values({
      id: newId('led'),
      companyId: reservation.companyId,
      site: reservation.site,
      lotId: part.lotId,
      kind: 'debit',
      amount: -debited,
      userId: reservation.userId,
      downloadId,
      fileName,
      at: now,
    })
  }
  if (open > 0) throw new Error(`The parts of ${downloadId} hold ${open} less than was reserved`)
  await tx
    .update(creditReservations)
    .set({ state: 'settled', settledAmount: amount, finishedAt: now })
    .where(eq(creditReservations.id, reservation.id))
  return { status: 'settled', amount }
}

export type ReleaseInput = { readonly downloadId: string; readonly reason: string; readonly now: Date }

export type ReleaseOutcome =
  | { readonly status: 'released'; readonly amount: number }
  | { readonly status: 'already_released' }
  | { readonly status: 'already_settled' }

/**
 * Gives everything reserved back to its lots. Releasing again changes nothing; what was debited stays so.
 * @throws AppError not_found when nothing was reserved.
 */
export async function releaseReservation(tx: Tx, input: ReleaseInput): Promise<ReleaseOutcome> {
  const { downloadId, reason, now } = input
  const reservation = await lockReservation(tx, downloadId)
  if (reservation.state === 'settled') return { status: 'already_settled' }
  if (reservation.state === 'released') return { status: 'already_released' }
  for (const part of await lockParts(tx, reservation.id)) await unhold(tx, part, 0)
  await tx
    .update(creditReservations)
    .set({ state: 'released', reason, finishedAt: now })
    .where(eq(creditReservations.id, reservation.id))
  return { status: 'released', amount: reservation.amount }
}

export type RefundInput = {
  readonly downloadId: string
  /** Who gave it back; the command line is nobody. */
  readonly userId?: string | undefined
  readonly reason: string
  readonly now: Date
}

export type RefundOutcome =
  | { readonly status: 'refunded'; readonly amount: number; readonly companyId: string }
  | { readonly status: 'already_refunded' }
  | { readonly status: 'nothing_debited' }

/**
 * Gives back what a download was debited, once, as a lot of its own: the lots it came from may have expired. It lasts
 * as long as the longest of those, and through the next billing period at least.
 * @throws AppError not_found when nothing was reserved.
 */
export async function refundDebit(tx: Tx, input: RefundInput): Promise<RefundOutcome> {
  const { downloadId, userId, reason, now } = input
  const reservation = await lockReservation(tx, downloadId)
  const amount = reservation.settledAmount ?? 0
  if (reservation.state !== 'settled' || amount === 0) return { status: 'nothing_debited' }
  const lotId = await addLot(tx, {
    companyId: reservation.companyId,
    kind: 'refund',
    period: downloadId,
    amount,
    startsAt: now,
    expiresAt: await refundExpiry(tx, reservation, now),
    now,
    downloadId,
    ...(userId !== undefined && { userId }),
    reason,
  })
  return lotId
    ? { status: 'refunded', amount, companyId: reservation.companyId }
    : { status: 'already_refunded' }
}

/** Null, for never, when some of it was paid with leads that never expire. */
async function refundExpiry(tx: Tx, { companyId, downloadId }: Reservation, now: Date): Promise<Date | null> {
  const customer = await lockLeadCustomer(tx, companyId)
  const next = periodOf(customer, periodOf(customer, now).end).end
  const paidWith = await tx
    .select({ expiresAt: creditLots.expiresAt })
    .from(creditLedger)
    .innerJoin(creditLots, eq(creditLots.id, creditLedger.lotId))
    .where(and(eq(creditLedger.downloadId, downloadId), eq(creditLedger.kind, 'debit')))
  let longest = next
  for (const { expiresAt } of paidWith) {
    if (expiresAt === null) return null
    if (expiresAt > longest) longest = expiresAt
  }
  return longest
}
