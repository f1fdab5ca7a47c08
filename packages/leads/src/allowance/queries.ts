import { planInForce } from '@freeor/billing/plan-in-force'
import { periodOf } from '@freeor/billing/queries'
import { isActiveSubscription, subscriptionEnded } from '@freeor/billing/subscription-status'
import { type Customer, customers } from '@freeor/billing/tables'
import { readBalance } from '@freeor/credits/lots/queries'
import type { SpendingTime } from '@freeor/credits/ports'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, eq, sql } from 'drizzle-orm'
import { mayHaveFreeLeads } from './free-months/queries.ts'
import { isGrantedByPeriod, periodKey } from './grant-rule.ts'
import { getLeadPlan, type LeadPlan } from './lead-plans.ts'
import type { Allowance } from './schema.ts'
import { leadsSite } from './site.ts'

const leadCustomerStatement = preparedOnce((tx) =>
  tx
    .select()
    .from(customers)
    .where(and(eq(customers.companyId, sql.placeholder('companyId')), eq(customers.site, leadsSite)))
    .prepare('lead_customer'),
)

/** The company as a customer of Leads. @throws AppError payment_required when it never had a plan there. */
export async function getLeadCustomer(tx: Tx, companyId: string): Promise<Customer> {
  const [customer] = await leadCustomerStatement(tx).execute({ companyId })
  if (!customer) throw new AppError('payment_required', 'There is no plan for this account yet')
  return customer
}

/**
 * The time at which a customer's leads are spent. A lot that starts after the running period was granted while a clock
 * was ahead: it counts once its period has come.
 */
export const spendingTime = (customer: Customer, now: Date): SpendingTime => ({
  now,
  startsBefore: periodOf(customer, now).end,
})

/**
 * What the company may use now, by the plan in force; a plan whose subscription has ended gives nothing more. Writes
 * nothing: if a period has begun and its lot is not granted yet, its leads are counted as the next spending will grant
 * them.
 * @throws AppError payment_required when the company never had a plan.
 */
export async function readAllowance(
  tx: Tx,
  { companyId }: { readonly companyId: string },
  now: Date,
): Promise<Allowance> {
  const customer = await getLeadCustomer(tx, companyId)
  const plan = getLeadPlan(customer.planID)
  const period = periodOf(customer, now)
  const active = isActiveSubscription(customer.subscriptionStatus)
  const lots = await readBalance(tx, customer, { ...spendingTime(customer, now), period: periodKey(period) })
  const isDue = isGrantedByPeriod(customer) && !lots.isGranted
  const due = isDue && (await mayHaveFreeLeads(tx, customer, period)) ? plan.leads : 0
  const force = planInForce(customer)
  const held = force === undefined ? undefined : getLeadPlan(force)
  const goesOn = active && !customer.cancelAtPeriodEnd
  return {
    planID: plan.planID,
    planName: plan.name,
    subscription_status: customer.subscriptionStatus,
    active,
    leads: held?.leads ?? 0,
    // What lots still hold waits for the next plan: without a plan nothing can be spent.
    leadsRemaining: active ? lots.left + due : 0,
    downloadLimit: held?.downloadLimit ?? 0,
    includesRollover: held?.includesRollover ?? false,
    searchSuppressions: held?.searchSuppressions ?? false,
    seats: held?.seats ?? 0,
    billing_cycle_anchor: customer.billingCycleAnchor,
    periodEnd: period.end.toISOString(),
    nextLeadsAt: goesOn ? period.end.toISOString() : null,
  }
}

/**
 * The check for everything that needs a plan.
 * @returns the plan whose figures hold now
 * @throws AppError payment_required without a subscription that is active
 */
export async function requireActivePlan(
  tx: Tx,
  { companyId }: { readonly companyId: string },
): Promise<LeadPlan> {
  const customer = await getLeadCustomer(tx, companyId)
  const planID = planInForce(customer)
  if (planID === undefined) throw subscriptionEnded(customer.subscriptionStatus)
  return getLeadPlan(planID)
}

/** Whether the company's plan lets anything be used. */
export async function hasActivePlan(tx: Tx, companyId: string): Promise<boolean> {
  return planInForce(await getLeadCustomer(tx, companyId)) !== undefined
}
