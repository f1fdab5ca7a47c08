import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { addLot, grantPeriod } from '../commands.ts'
import { isGrantedByPeriod, periodKey } from '../grant-rule.ts'
import { getLeadPlan, type LeadPlan } from '../plans.ts'
import { type Customer, periodOf } from '../queries.ts'
import { creditLedger, creditLots } from '../tables.ts'
import { listPeriodLots, sumAllotment } from './queries.ts'

const changedPlan = 'The plan was changed'

/**
 * Brings the lots of a customer on a plan that nobody bills, whose row is locked, in line with the plan it has just
 * come to: the running period gets the difference to a larger plan, or loses what is unspent above a smaller one.
 * Repeating it changes nothing. Plans that are billed follow their invoices (`invoices/commands.ts`).
 */
export async function fitLotsToGivenPlan(tx: Tx, customer: Customer, now: Date): Promise<void> {
  const plan = getLeadPlan(customer.planId)
  await grantPeriod(tx, customer, now)
  await fitExpiry(tx, customer, now)
  if (!isGrantedByPeriod(customer)) return
  const period = periodOf(customer, now)
  const lots = await listPeriodLots(tx, customer, now)
  const difference = plan.leads - (await sumAllotment(tx, lots))
  if (difference > 0) {
    await addLot(tx, {
      companyId: customer.companyId,
      kind: 'cycle',
      period: `${periodKey(period)} +${lots.length}`,
      planId: plan.planID,
      amount: difference,
      startsAt: period.start,
      expiresAt: plan.includesRollover ? null : period.end,
      now,
      reason: changedPlan,
    })
  } else if (difference < 0) {
    await takeBack(tx, { lots: lots.toReversed(), amount: -difference, now })
  }
}

/** Where monthly lots of paid plans are; the free plan's keep their own month. */
export function areMonthly({ companyId }: Customer): SQL | undefined {
  return and(
    eq(creditLots.companyId, companyId),
    eq(creditLots.site, 'leads'),
    eq(creditLots.kind, 'cycle'),
    or(isNull(creditLots.planId), ne(creditLots.planId, 'freeor_free')),
  )
}

/** Rollover begins or ends with the plan: on one that has it monthly lots stay, on another they end with the period. */
export async function fitExpiry(tx: Tx, customer: Customer, now: Date): Promise<void> {
  const plan: LeadPlan = getLeadPlan(customer.planId)
  const { end } = periodOf(customer, now)
  if (plan.includesRollover) {
    const isRunning = and(areMonthly(customer), gt(creditLots.expiresAt, now))
    await tx.update(creditLots).set({ expiresAt: null }).where(isRunning)
    return
  }
  await tx
    .update(creditLots)
    .set({ expiresAt: end })
    .where(and(areMonthly(customer), isNull(creditLots.expiresAt)))
}

type Lot = typeof creditLots.$inferSelect

type TakeBack = {
  /** In this order, locked with the customer's row. */
  readonly lots: readonly Lot[]
  readonly amount: number
  readonly now: Date
}

/** Takes unspent leads out of lots. @returns how many there were to take */
async function takeBack(tx: Tx, { lots, amount, now }: TakeBack): Promise<number> {
  let open = amount
  for (const lot of lots) {
    const taken = Math.min(open, lot.left)
    if (taken === 0) continue
    open -= taken
    await tx
      .update(creditLots)
      .set({ left: sql`${creditLots.left} - ${taken}` })
      .where(eq(creditLots.id, lot.id))
    await tx.insert(creditLedger).values({
      id: newId('led'),
      companyId: lot.companyId,
      site: lot.site,
      lotId: lot.id,
      kind: 'expiry',
      amount: -taken,
      reason: changedPlan,
      at: now,
    })
  }
  return amount - open
}

/** Unspent monthly leads of paid plans, the youngest lot first; the customer's row is locked. */
async function listUnspentMonthly(tx: Tx, customer: Customer, now: Date): Promise<Lot[]> {
  const isUnspent = and(
    areMonthly(customer),
    gt(creditLots.left, 0),
    lt(creditLots.startsAt, periodOf(customer, now).end),
    or(isNull(creditLots.expiresAt), gt(creditLots.expiresAt, now)),
  )
  return await tx
    .select()
    .from(creditLots)
    .where(isUnspent)
    .orderBy(desc(creditLots.startsAt), desc(creditLots.createdAt), desc(creditLots.id))
}

/** How many monthly leads could be taken back now: those that are neither spent nor held for a download. */
export async function countUnspentMonthly(tx: Tx, customer: Customer, now: Date): Promise<number> {
  const lots = await listUnspentMonthly(tx, customer, now)
  return lots.reduce((sum, { left }) => sum + left, 0)
}

/** Takes monthly leads back, the youngest first. @returns how many there were to take */
export async function takeBackMonthly(
  tx: Tx,
  customer: Customer,
  { amount, now }: { readonly amount: number; readonly now: Date },
): Promise<number> {
  return await takeBack(tx, { lots: await listUnspentMonthly(tx, customer, now), amount, now })
}

/** The monthly lots of a paid plan end with its subscription. Promotional and refunded leads stay. */
export async function endMonthlyLots(tx: Tx, customer: Customer, now: Date): Promise<void> {
  await tx
    .update(creditLots)
    .set({ expiresAt: now })
    .where(and(areMonthly(customer), or(isNull(creditLots.expiresAt), gt(creditLots.expiresAt, now))))
}

export type PromoGrant = {
  readonly companyId: string
  /** What makes it unique: the same code is granted to a company once. */
  readonly code: string
  readonly amount: number
  /** Null: it stays until it is spent. */
  readonly expiresAt: Date | null
  readonly userId?: string
  readonly reason: string
  readonly now: Date
}

/** Gives a company promotional leads, once a code, whoever asks and however often. @returns the lot, when it is new. */
export async function grantPromoLot(tx: Tx, { code, ...promo }: PromoGrant): Promise<string | undefined> {
  return await addLot(tx, { ...promo, kind: 'promo', period: code, startsAt: promo.now })
}
