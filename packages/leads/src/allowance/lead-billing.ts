import type { BilledSite, CustomerRead, PlanMove } from '@freeor/billing/ports'
import { hasEnded, readStatus } from '@freeor/billing/subscriptions/subscription-state'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { tellWebhooks } from '../webhooks/events/commands.ts'
import { grantPeriod } from './commands.ts'
import { applyPaidInvoices } from './invoices/commands.ts'
import { leadsOfLines } from './invoices/invoice-leads.ts'
import { findLeadPlan, getLeadPlan, leadPlans } from './lead-plans.ts'
import { countUnspentMonthly, endMonthlyLots, fitExpiry, fitLotsToGivenPlan } from './monthly/commands.ts'

/** What billing asks of Leads and tells it. */
export const leadBilling: BilledSite = {
  plans: leadPlans,
  async onFreePlanBegun(tx, customer, now) {
    await grantPeriod(tx, customer, now)
  },
  onPlanGiven: fitLotsToGivenPlan,
  onCustomerRead: followSubscription,
  refuseMove: refuseOveruse,
  async previewMove(tx, move) {
    const { customer, to, now } = move
    const ending = to.price === 0 ? await countUnspentMonthly(tx, customer, now) : undefined
    // The monthly leads of a paid plan end with it.
    return {
      now: ending === undefined ? leadsOfMove(move) : 0 - ending,
      monthly: getLeadPlan(to.planID).leads,
    }
  },
}

/** Monthly lots end with their subscription, roll over by the plan, and come with paid invoices. */
async function followSubscription(tx: Tx, read: CustomerRead): Promise<void> {
  const { before, after, now } = read
  await tellPlanChange(tx, read)
  if (hasEnded(readStatus(after.subscriptionStatus))) {
    if (!hasEnded(readStatus(before.subscriptionStatus))) await endMonthlyLots(tx, after, now)
    return
  }
  const isAnother = before.subscriptionId !== after.subscriptionId
  if (before.subscriptionId && isAnother) await endMonthlyLots(tx, before, now)
  if (isAnother || before.planID !== after.planID) await fitExpiry(tx, after, now)
  await applyPaidInvoices(tx, after, now)
}

async function tellPlanChange(tx: Tx, { before, after, now }: CustomerRead): Promise<void> {
  const isSame = before.planID === after.planID && before.subscriptionStatus === after.subscriptionStatus
  if (isSame) return
  const data = { before: before.planID, after: after.planID, status: after.subscriptionStatus }
  await tellWebhooks(tx, { companyId: after.companyId, event: { type: 'plan.changed', data }, now })
}

/** Leads that the cents of a change buy or, when negative, give back. */
function leadsOfMove({ from, to, chargeCents, creditCents }: PlanMove): number {
  const lines = [
    { planID: to.planID, amountCents: chargeCents, priceCents: to.price },
    { planID: from.planID, amountCents: -creditCents, priceCents: from.priceCents },
  ]
  return leadsOfLines(lines, (planID) => findLeadPlan(planID)?.leads)
}

/** Otherwise a company could use up leads and get their money back. */
async function refuseOveruse(tx: Tx, move: PlanMove): Promise<void> {
  const back = -leadsOfMove(move)
  if (back <= 0) return
  const unspent = await countUnspentMonthly(tx, move.customer, move.now)
  if (unspent < back)
    throw new AppError(
      'conflict',
      `Changing to ${move.to.name} now gives back ${back} leads of this month, and you have ${unspent} unspent. Please change on your next billing day.`,
    )
}
