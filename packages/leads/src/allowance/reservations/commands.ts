import { planInForce } from '@freeor/billing/plan-in-force'
import { periodOf } from '@freeor/billing/queries'
import { isActiveSubscription, subscriptionEnded } from '@freeor/billing/subscription-status'
import { findOpenIntent, type Intent } from '@freeor/billing/subscriptions/queries'
import type { Customer } from '@freeor/billing/tables'
import {
  isReserved,
  type RefundOutcome,
  type ReleaseOutcome,
  refund,
  refundSome,
  release,
  reserve,
  type SettleOutcome,
  settle,
} from '@freeor/credits/reservations/commands'
import { findReservation } from '@freeor/credits/reservations/queries'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { grantPeriod, lockLeadCustomer } from '../commands.ts'
import { getLeadPlan } from '../lead-plans.ts'
import { spendingTime } from '../queries.ts'

export type ReserveInput = {
  readonly companyId: string
  readonly userId: string
  readonly downloadId: string
  readonly amount: number
  /** Rows in the file, also those that cost nothing: checked against the plan's file size. */
  readonly rows: number
  readonly now: Date
}

export type ReserveOutcome =
  | { readonly status: 'reserved' }
  | { readonly status: 'insufficient'; readonly leadsRemaining: number }
  /** The plan in force does not allow a file of that size. */
  | { readonly status: 'file_limit_exceeded'; readonly downloadLimit: number }

/**
 * Holds credits for a download, those that expire soonest first, granting the running period's lot if nobody has yet.
 * Repeating it for the same download changes nothing.
 *
 * This runs under the customer's lock, which a change of plan takes before it begins. So an order is either wholly
 * before the change, and what it holds is not given back, or wholly after it.
 * @throws AppError payment_required without an active plan; conflict while the plan is going down, or when the download
 * was given up, or was reserved with another amount or by another company.
 */
export async function reserveCredits(tx: Tx, input: ReserveInput): Promise<ReserveOutcome> {
  const { companyId, userId, downloadId: subjectId, amount, now } = input
  const customer = await lockLeadCustomer(tx, companyId, userId)
  const claim = { balance: customer, userId, subjectId, amount }
  if (await isReserved(tx, claim)) return { status: 'reserved' }
  if (!isActiveSubscription(customer.subscriptionStatus)) throw subscriptionEnded(customer.subscriptionStatus)
  await refuseWhileLowering(tx, customer)
  const force = planInForce(customer)
  const downloadLimit = force === undefined ? 0 : getLeadPlan(force).downloadLimit
  if (input.rows > downloadLimit) return { status: 'file_limit_exceeded', downloadLimit }
  await grantPeriod(tx, customer, now)
  const outcome = await reserve(tx, claim, spendingTime(customer, now))
  return outcome.status === 'reserved' ? outcome : { status: outcome.status, leadsRemaining: outcome.left }
}

/**
 * Leads whose money a smaller or ending plan gives back must not be used up while the provider works on the change.
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

function isLowering({ kind, planID }: Intent, customer: Customer): boolean {
  if (kind === 'terminate') return true
  if (kind !== 'change' || planID === null) return false
  const [from, to] = [getLeadPlan(customer.planID), getLeadPlan(planID)]
  return to.leads < from.leads || to.downloadLimit < from.downloadLimit || to.price < from.price
}

/** Locks the row of the customer that the reservation is for. */
async function lockCustomerOf(tx: Tx, downloadId: string): Promise<Customer> {
  const found = await findReservation(tx, downloadId)
  if (!found) throw new AppError('not_found', 'Nothing is reserved for this download')
  return await lockLeadCustomer(tx, found.companyId, found.userId)
}

export type SettleInput = {
  readonly downloadId: string
  /** Rows in the file. */
  readonly amount: number
  readonly fileName: string
  readonly now: Date
}

/**
 * Debits exactly `amount` of what was reserved and gives the rest back. Settling again changes nothing; after a
 * release nothing is debited, and the caller must not hand out the file.
 * @throws AppError not_found when nothing was reserved; Error when `amount` is more than was reserved.
 */
export async function settleReservation(tx: Tx, input: SettleInput): Promise<SettleOutcome> {
  const { downloadId: subjectId, fileName: subjectName, amount, now } = input
  await lockCustomerOf(tx, subjectId)
  return await settle(tx, { subjectId, subjectName, amount, now })
}

export type ReleaseInput = { readonly downloadId: string; readonly reason: string; readonly now: Date }

/**
 * Gives all that was reserved back to its lots. Releasing again changes nothing; a debit stays.
 * @throws AppError not_found when nothing was reserved.
 */
export async function releaseReservation(tx: Tx, input: ReleaseInput): Promise<ReleaseOutcome> {
  const { downloadId: subjectId, reason, now } = input
  await lockCustomerOf(tx, subjectId)
  return await release(tx, { subjectId, reason, now })
}

export type RefundInput = {
  readonly downloadId: string
  /** The user who gave it back; none when the command line did. */
  readonly userId?: string | undefined
  readonly reason: string
  readonly now: Date
}

/**
 * Gives back what a download was debited, once, as a new lot: the lots it came from may have expired. It lasts as long
 * as the longest of those, and at least through the next billing period.
 * @throws AppError not_found when nothing was reserved.
 */
export async function refundDebit(tx: Tx, input: RefundInput): Promise<RefundOutcome> {
  const { downloadId: subjectId, userId, reason, now } = input
  const customer = await lockCustomerOf(tx, subjectId)
  const lastsUntil = periodOf(customer, periodOf(customer, now).end).end
  return await refund(tx, { subjectId, userId, reason, lastsUntil, now })
}

export type RefundPartInput = RefundInput & {
  /** What is given back for, unique in the download. */
  readonly partId: string
  readonly amount: number
}

/**
 * Gives back some of what a download was debited, as a new lot that lasts as that of `refundDebit`.
 * @throws AppError not_found when nothing was reserved; conflict for more than is left of the debit
 */
export async function refundPart(tx: Tx, input: RefundPartInput): Promise<void> {
  const { downloadId: subjectId, ...part } = input
  const customer = await lockCustomerOf(tx, subjectId)
  const lastsUntil = periodOf(customer, periodOf(customer, input.now).end).end
  await refundSome(tx, { ...part, subjectId, lastsUntil })
}
