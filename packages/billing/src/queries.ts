import { companyMembers, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type BillingPeriod, billingPeriod } from './billing-cycle.ts'
import { mayHaveFreeLeads } from './free-leads/queries.ts'
import { isGrantedByPeriod, periodKey } from './grant-rule.ts'
import { planInForce } from './plan-in-force.ts'
import { getLeadPlan, type LeadPlan } from './plans.ts'
import type { Allowance, LedgerEntry } from './schema.ts'
import { isActiveSubscription, subscriptionEnded } from './subscription-status.ts'
import { creditLedger, creditLots, customers } from './tables.ts'

export type Customer = typeof customers.$inferSelect

const leadCustomerStatement = preparedOnce((tx) =>
  tx
    .select()
    .from(customers)
    .where(and(eq(customers.companyId, sql.placeholder('companyId')), eq(customers.site, 'leads')))
    .prepare('lead_customer'),
)

/** The company as a customer of the leads site. @throws AppError payment_required when it never had a plan there. */
export async function getLeadCustomer(tx: Tx, companyId: string): Promise<Customer> {
  const [customer] = await leadCustomerStatement(tx).execute({ companyId })
  if (!customer) throw new AppError('payment_required', 'There is no plan for this account yet')
  return customer
}

/** The billing period of a customer that holds `now`. */
export function periodOf(customer: Customer, now: Date): BillingPeriod {
  return billingPeriod(new Date(customer.billingCycleAnchor * 1000), now)
}

/**
 * Lots that can be spent now. One that starts after the running period was granted while a clock was ahead: it
 * counts when its period has come.
 */
export function isSpendable(customer: Customer, now: Date) {
  return and(
    eq(creditLots.companyId, customer.companyId),
    eq(creditLots.site, customer.site),
    lt(creditLots.startsAt, periodOf(customer, now).end),
    or(isNull(creditLots.expiresAt), gt(creditLots.expiresAt, now)),
  )
}

/** The sum of what can be spent now, without a period's lot that is still to be granted. */
export async function sumSpendable(tx: Tx, customer: Customer, now: Date): Promise<number> {
  const [row] = await tx
    .select({ left: sql<number>`coalesce(sum(${creditLots.left}), 0)::int` })
    .from(creditLots)
    .where(isSpendable(customer, now))
  return row?.left ?? 0
}

/**
 * What the company may use now, by the plan in force; a plan whose subscription has ended gives nothing more. Writes
 * nothing: leads of a period that has begun and whose lot nobody has granted yet are counted as they will be granted by
 * whoever spends first.
 * @throws AppError payment_required when the company never had a plan.
 */
export async function readAllowance(
  tx: Tx,
  { companyId }: { readonly companyId: string },
  now: Date,
): Promise<Allowance> {
  const customer = await getLeadCustomer(tx, companyId)
  const plan = getLeadPlan(customer.planId)
  const period = periodOf(customer, now)
  const active = isActiveSubscription(customer.subscriptionStatus)
  const isOfPeriod = and(eq(creditLots.kind, 'cycle'), eq(creditLots.period, periodKey(period)))
  const [lots] = await tx
    .select({
      left: sql<number>`coalesce(sum(${creditLots.left}) FILTER (WHERE ${isSpendable(customer, now)}), 0)::int`,
      granted: sql<number>`(count(*) FILTER (WHERE ${isOfPeriod}))::int`,
    })
    .from(creditLots)
    .where(and(eq(creditLots.companyId, companyId), eq(creditLots.site, 'leads')))
  const isDue = isGrantedByPeriod(customer) && lots?.granted === 0
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
    // What lots still hold waits for the next plan: nothing can be spent without one.
    leadsRemaining: active ? (lots?.left ?? 0) + due : 0,
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
 * The gate of everything a plan is needed for.
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

/**
 * The company's ledger, newest first; `before` is the sequence of the last line already seen. Who did it is told by
 * email while they are a member: whoever has left is an id.
 */
export async function listLedger(
  tx: Tx,
  scope: CompanyScope,
  page: { readonly limit: number; readonly before?: number },
): Promise<LedgerEntry[]> {
  const isOlder = page.before === undefined ? undefined : lt(creditLedger.sequence, page.before)
  const rows = await tx
    .select({
      line: creditLedger,
      lotKind: creditLots.kind,
      lotExpiresAt: creditLots.expiresAt,
      userEmail: users.email,
    })
    .from(creditLedger)
    .innerJoin(creditLots, eq(creditLots.id, creditLedger.lotId))
    .leftJoin(
      companyMembers,
      and(eq(companyMembers.companyId, scope.companyId), eq(companyMembers.userId, creditLedger.userId)),
    )
    .leftJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(creditLedger.companyId, scope.companyId), isOlder))
    .orderBy(desc(creditLedger.sequence))
    .limit(Math.min(Math.max(page.limit, 1), 500))
  return rows.map(({ line, lotKind, lotExpiresAt, userEmail }) => {
    const { companyId: _, site: __, at, ...shown } = line
    return {
      ...shown,
      at: at.toISOString(),
      lotKind,
      lotExpiresAt: lotExpiresAt?.toISOString() ?? null,
      userEmail,
    }
  })
}

/** Credits debited for each download, by its id. */
export async function sumDebits(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: creditLedger.downloadId, amount: sql<number>`(-sum(${creditLedger.amount}))::int` })
    .from(creditLedger)
    .where(and(isNotNull(creditLedger.downloadId), eq(creditLedger.kind, 'debit')))
    .groupBy(creditLedger.downloadId)
  return new Map(rows.flatMap(({ id, amount }) => (id === null ? [] : [[id, amount]])))
}

/** The downloads whose debit was given back. */
export async function listRefunded(tx: Tx): Promise<Set<string>> {
  const lots = await tx
    .select({ downloadId: creditLots.period })
    .from(creditLots)
    .where(eq(creditLots.kind, 'refund'))
  return new Set(lots.map(({ downloadId }) => downloadId))
}
