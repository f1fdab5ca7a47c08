import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { addLot, grantPeriod } from '../commands.ts'
import { grantKey, isPeriodGranted } from '../grant-rule.ts'
import { getLeadPlan, type LeadPlan } from '../plans.ts'
import { type Customer, periodOf } from '../queries.ts'
import { creditLedger, creditLots } from '../tables.ts'
import { listPeriodLots, sumAllotment } from './queries.ts'

const changedPlan = 'The plan was changed'

/**
 * Brings the monthly lots of a customer, whose row is locked, in line with the plan it has just come to: the running
 * period gets the difference to a larger plan, or loses what is unspent above a smaller one; rollover begins or ends.
 * Repeating it changes nothing.
 */
export async function fitLotsToPlan(tx: Tx, customer: Customer, now: Date): Promise<void> {
  const plan = getLeadPlan(customer.planId)
  await grantPeriod(tx, customer, now)
  await fitExpiry(tx, customer, plan, now)
  const period = periodOf(customer, now)
  if (!isPeriodGranted(customer, period)) return
  const lots = await listPeriodLots(tx, customer, now)
  const difference = plan.leads - (await sumAllotment(tx, lots))
  if (difference > 0) {
    await addLot(tx, {
      companyId: customer.companyId,
      kind: 'cycle',
      period: `${grantKey(customer, period)} +${lots.length}`,
      planId: plan.planID,
      amount: difference,
      startsAt: period.start,
      expiresAt: plan.includesRollover ? null : period.end,
      now,
      reason: changedPlan,
    })
  } else if (difference < 0) {
    await takeBack(tx, customer, { amount: -difference, now })
  }
}

/** Where monthly lots of paid plans are; the free plan's keep their own month. */
function areMonthly({ companyId }: Customer): SQL | undefined {
  return and(
    eq(creditLots.companyId, companyId),
    eq(creditLots.site, 'leads'),
    eq(creditLots.kind, 'cycle'),
    or(isNull(creditLots.planId), ne(creditLots.planId, 'freeor_free')),
  )
}

async function fitExpiry(tx: Tx, customer: Customer, plan: LeadPlan, now: Date): Promise<void> {
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

async function takeBack(
  tx: Tx,
  customer: Customer,
  { amount, now }: { readonly amount: number; readonly now: Date },
): Promise<void> {
  let open = amount
  for (const lot of await listPeriodLots(tx, customer, now)) {
    const taken = Math.min(open, lot.left)
    if (taken === 0) continue
    open -= taken
    await tx
      .update(creditLots)
      .set({ left: sql`${creditLots.left} - ${taken}` })
      .where(eq(creditLots.id, lot.id))
    await tx.insert(creditLedger).values({
      id: newId('led'),
      companyId: customer.companyId,
      site: 'leads',
      lotId: lot.id,
      kind: 'expiry',
      amount: -taken,
      reason: changedPlan,
      at: now,
    })
  }
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
