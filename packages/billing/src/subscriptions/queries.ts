import { companies, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, desc, eq, notInArray, sql } from 'drizzle-orm'
import { findPlan } from '../plans.ts'
import { processorOf } from '../processor-of.ts'
import type { BilledTo } from '../providers/ports.ts'
import { type Customer, periodOf } from '../queries.ts'
import type { CustomerAnswer, InvoiceAnswer } from '../schema.ts'
import { isActiveSubscription, isPastDue } from '../subscription-status.ts'
import { customers } from '../tables.ts'
import { billingIntents, billingInvoices, subscriptions } from './tables.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type Intent = typeof billingIntents.$inferSelect
export type Invoice = typeof billingInvoices.$inferSelect

export type Place = { readonly companyId: string; readonly site: Site }

const customerStatement = preparedOnce((tx) =>
  tx
    .select()
    .from(customers)
    .where(
      and(eq(customers.companyId, sql.placeholder('companyId')), eq(customers.site, sql.placeholder('site'))),
    )
    .prepare('customer'),
)

/** A company as a customer of a site. */
export async function findCustomer(tx: Tx, { companyId, site }: Place): Promise<Customer | undefined> {
  const [customer] = await customerStatement(tx).execute({ companyId, site })
  return customer
}

/** As `findCustomer`. @throws AppError not_found with the specification's sentence. */
export async function getCustomer(tx: Tx, place: Place): Promise<Customer> {
  const customer = await findCustomer(tx, place)
  if (!customer) throw new AppError('not_found', "Uh oh, you don't currently have a subscription.")
  return customer
}

/**
 * Locks the company's row before its customer's row: joining a company and deleting an account lock it too. The user's
 * row comes first, as in a deletion.
 * @throws AppError conflict when the account of its owner was deleted: nothing is asked of a provider any more
 */
export async function lockLivingCompany(
  tx: Tx,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update')
  const [owner] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(eq(companies.id, companyId))
  if (owner?.deletedAt) throw new AppError('conflict', 'This account was deleted.')
}

/** The customer's row, locked: whatever moves its money or credits does this first. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<Customer> {
  const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
  if (!customer) throw new Error(`There is no customer ${customerId}`)
  return customer
}

const ended = ['canceled', 'expired', 'incomplete_expired'] as const

/** The subscription that lives, if one does. */
export async function findLiveSubscription(
  tx: Tx,
  { companyId, site }: Place,
): Promise<SubscriptionRow | undefined> {
  const isLive = and(
    eq(subscriptions.companyId, companyId),
    eq(subscriptions.site, site),
    notInArray(subscriptions.status, [...ended]),
  )
  const [row] = await tx.select().from(subscriptions).where(isLive)
  return row
}

/** What is being asked of the provider for this customer, if anything. */
export async function findOpenIntent(tx: Tx, customerId: string): Promise<Intent | undefined> {
  const [intent] = await tx
    .select()
    .from(billingIntents)
    .where(and(eq(billingIntents.customerId, customerId), eq(billingIntents.state, 'started')))
  return intent
}

/** Who owns the company: their address is the payment account's. */
export async function getOwner(tx: Tx, companyId: string): Promise<{ userId: string; email: string }> {
  const [owner] = await tx
    .select({ userId: users.id, email: users.email })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(eq(companies.id, companyId))
  if (!owner) throw new Error(`The company ${companyId} has no owner`)
  return owner
}

const seconds = (at: Date | null): number | null => (at === null ? null : Math.floor(at.getTime() / 1000))

/**
 * The customer record in the specification's words, with what the billing page shows beside it.
 * @throws AppError not_found for a company that is no customer of the site
 */
export async function readCustomer(tx: Tx, place: Place, now: Date): Promise<CustomerAnswer> {
  const customer = await getCustomer(tx, place)
  const owner = await getOwner(tx, place.companyId)
  const live = await findLiveSubscription(tx, place)
  const plan = findPlan(place.site, customer.planID)
  const period = periodOf(customer, now)
  return {
    uid: owner.userId,
    email: customer.email ?? owner.email,
    plan_id: customer.planID,
    plan_name: plan?.name ?? customer.planID,
    price: live?.priceCents ?? 0,
    subscription_status: customer.subscriptionStatus,
    active: isActiveSubscription(customer.subscriptionStatus),
    past_due: isPastDue(customer.subscriptionStatus),
    subscription_id: customer.subscriptionId,
    subscription_uuid: customer.subscriptionUuid,
    customer_id: customer.accountId,
    billing_cycle_anchor: customer.billingCycleAnchor,
    billing_day: new Date(customer.billingCycleAnchor * 1000).getUTCDate(),
    canceled_at: seconds(customer.canceledAt),
    cancel_at_period_end: customer.cancelAtPeriodEnd,
    provider_left: customer.providerLeftAt !== null,
    sub_checked: seconds(customer.subChecked),
    processor: processorOf(customer),
    period_start: (live?.currentPeriodStart ?? period.start).toISOString(),
    period_end: (live?.currentPeriodEnd ?? period.end).toISOString(),
    failed_attempts: live?.failedAttempts ?? 0,
    next_attempt_at: live?.nextAttemptAt?.toISOString() ?? null,
    billing_info: customer.card ?? null,
    in_progress: (await findOpenIntent(tx, customer.id))?.kind ?? null,
  }
}

/** The company's invoices on a site, newest first. */
export async function listInvoices(tx: Tx, { companyId, site }: Place): Promise<InvoiceAnswer[]> {
  const rows = await tx
    .select()
    .from(billingInvoices)
    .where(and(eq(billingInvoices.companyId, companyId), eq(billingInvoices.site, site)))
    .orderBy(desc(billingInvoices.createdAt), desc(billingInvoices.number))
    .limit(500)
  return rows.map(showInvoice)
}

/** The paid invoices of the subscription that a customer has, oldest first. */
export async function listPaidInvoices(tx: Tx, { id, subscriptionId }: Customer): Promise<Invoice[]> {
  if (subscriptionId === null) return []
  return await tx
    .select()
    .from(billingInvoices)
    .where(
      and(
        eq(billingInvoices.customerId, id),
        eq(billingInvoices.subscriptionId, subscriptionId),
        eq(billingInvoices.state, 'paid'),
      ),
    )
    .orderBy(asc(billingInvoices.createdAt), asc(billingInvoices.id))
}

/** One of the company's own. @throws AppError not_found */
export async function getInvoice(tx: Tx, { companyId, site }: Place, id: string): Promise<InvoiceAnswer> {
  const isIt = and(
    eq(billingInvoices.id, id),
    eq(billingInvoices.companyId, companyId),
    eq(billingInvoices.site, site),
  )
  const [row] = await tx.select().from(billingInvoices).where(isIt)
  if (!row) throw new AppError('not_found', 'There is no such invoice')
  return showInvoice(row)
}

const showAddress = ({ postalCode, ...address }: BilledTo) => ({ ...address, postal_code: postalCode })

function showInvoice(row: typeof billingInvoices.$inferSelect): InvoiceAnswer {
  return {
    id: row.id,
    number: row.number,
    state: row.state,
    total: row.totalCents,
    paid: row.paidCents,
    currency: 'USD',
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    lines: row.lines.map(({ description, amountCents, startsAt, endsAt }) => ({
      description,
      amount: amountCents,
      starts_at: startsAt,
      ends_at: endsAt,
    })),
    billed_to: row.billedTo && showAddress(row.billedTo),
  }
}
