import { periodOf } from '@freeor/billing/queries'
import type { Customer } from '@freeor/billing/tables'
import { addLot, endLots, keepLots, limitLots, takeBack } from '@freeor/credits/lots/commands'
import { listPeriodLots, listUnspent, sumAllotment } from '@freeor/credits/lots/queries'
import type { LotGroup } from '@freeor/credits/ports'
import type { Tx } from '@freeor/postgres/database'
import { grantPeriod } from '../commands.ts'
import { isGrantedByPeriod, periodKey } from '../grant-rule.ts'
import { getLeadPlan } from '../lead-plans.ts'
import { spendingTime } from '../queries.ts'
import { leadsSite } from '../site.ts'

const changedPlan = 'The plan was changed'

/**
 * Brings the lots of a customer on a plan that nobody bills in line with the plan it has just changed to: the running
 * period gets the difference to a larger plan, or loses what is unspent above a smaller one. The customer's row is
 * locked. Repeating it changes nothing. Plans that are billed follow their invoices (`../invoices/commands.ts`).
 */
export async function fitLotsToGivenPlan(tx: Tx, customer: Customer, now: Date): Promise<void> {
  const plan = getLeadPlan(customer.planID)
  await grantPeriod(tx, customer, now)
  await fitExpiry(tx, customer, now)
  if (!isGrantedByPeriod(customer)) return
  const period = periodOf(customer, now)
  const { companyId, site } = customer
  const lots = await listPeriodLots(tx, { companyId, site, kind: 'cycle' }, periodKey(period))
  const difference = plan.leads - (await sumAllotment(tx, lots))
  if (difference > 0) {
    await addLot(tx, {
      companyId,
      site,
      kind: 'cycle',
      period: `${periodKey(period)} +${lots.length}`,
      origin: plan.planID,
      amount: difference,
      startsAt: period.start,
      expiresAt: plan.includesRollover ? null : period.end,
      now,
      reason: changedPlan,
    })
  } else if (difference < 0) {
    await takeBack(tx, { lots: lots.toReversed(), amount: -difference, reason: changedPlan, now })
  }
}

/** The monthly lots of paid plans; the free plan's keep their own month. */
const monthlyLots = ({ companyId, site }: Customer): LotGroup => ({
  companyId,
  site,
  kind: 'cycle',
  exceptOrigin: 'freeor_free',
})

/** Rollover begins or ends with the plan: with rollover monthly lots stay, without it they end with the period. */
export async function fitExpiry(tx: Tx, customer: Customer, now: Date): Promise<void> {
  if (getLeadPlan(customer.planID).includesRollover) await keepLots(tx, monthlyLots(customer), now)
  else await limitLots(tx, monthlyLots(customer), periodOf(customer, now).end)
}

/** How many monthly leads could be taken back now: those that are neither spent nor held for a download. */
export async function countUnspentMonthly(tx: Tx, customer: Customer, now: Date): Promise<number> {
  const lots = await listUnspent(tx, monthlyLots(customer), spendingTime(customer, now))
  return lots.reduce((sum, { left }) => sum + left, 0)
}

/** Takes monthly leads back, the youngest first; the customer's row is locked. @returns how many there were to take */
export async function takeBackMonthly(
  tx: Tx,
  customer: Customer,
  { amount, now }: { readonly amount: number; readonly now: Date },
): Promise<number> {
  const lots = await listUnspent(tx, monthlyLots(customer), spendingTime(customer, now))
  return await takeBack(tx, { lots, amount, reason: changedPlan, now })
}

/** The monthly lots of a paid plan end with its subscription. Promotional and refunded leads stay. */
export async function endMonthlyLots(tx: Tx, customer: Customer, now: Date): Promise<void> {
  await endLots(tx, monthlyLots(customer), now)
}

export type PromoGrant = {
  readonly companyId: string
  /** The same code is granted to a company once. */
  readonly code: string
  readonly amount: number
  /** Null: it stays until it is spent. */
  readonly expiresAt: Date | null
  readonly userId?: string
  readonly reason: string
  readonly now: Date
}

/** Gives a company promotional leads, once a code, however often it is called. @returns the lot, when it is new. */
export async function grantPromoLot(tx: Tx, { code, ...promo }: PromoGrant): Promise<string | undefined> {
  return await addLot(tx, { ...promo, site: leadsSite, kind: 'promo', period: code, startsAt: promo.now })
}
