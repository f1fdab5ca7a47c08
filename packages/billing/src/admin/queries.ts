import { companies, companyMembers, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Site } from '@freeor/kernel/site'
import { containing } from '@freeor/postgres/containing'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { processorOf } from '../processor-of.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import { customers } from '../tables.ts'
import type {
  CompanyCustomer,
  CompanyFilter,
  CompanySummary,
  SubscriptionFilter,
  SubscriptionSummary,
} from './schema.ts'

/** Companies with their plan on one site, newest first. */
export async function listCompanies(
  tx: Tx,
  _: SuperAdminScope,
  filter: CompanyFilter & { readonly site: Site },
): Promise<CompanySummary[]> {
  const { q, site, planID, status, after, limit } = filter
  const last = tx
    .select({ at: companies.createdAt, id: companies.id })
    .from(companies)
    .where(eq(companies.id, after ?? ''))
  const rows = await selectCompanies(tx, site)
    .where(
      and(
        q
          ? or(ilike(companies.name, containing(q)), ilike(users.email, containing(q)), eq(companies.id, q))
          : undefined,
        planID === undefined ? undefined : eq(customers.planID, planID),
        status && eq(customers.subscriptionStatus, status),
        after === undefined ? undefined : sql`(${companies.createdAt}, ${companies.id}) < (${last})`,
      ),
    )
    .orderBy(desc(companies.createdAt), desc(companies.id))
    .limit(limit)
  return rows.map(summaryOf)
}

function selectCompanies(tx: Tx, site: Site) {
  return tx
    .select({
      id: companies.id,
      name: companies.name,
      ownerUserId: companies.ownerUserId,
      ownerEmail: users.email,
      createdAt: companies.createdAt,
      people: tx.$count(companyMembers, sql`${companyMembers.companyId} = ${companies.id}`),
      planID: customers.planID,
      subscription_status: customers.subscriptionStatus,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .leftJoin(customers, and(eq(customers.companyId, companies.id), eq(customers.site, site)))
}

const summaryOf = <Row extends { createdAt: Date }>({ createdAt, ...row }: Row) => ({
  ...row,
  createdAt: createdAt.toISOString(),
})

/** A company with its plan on a site. @throws AppError not_found */
export async function getCompanySummary(
  tx: Tx,
  { companyId, site }: { readonly companyId: string; readonly site: Site },
): Promise<CompanySummary> {
  const [row] = await selectCompanies(tx, site).where(eq(companies.id, companyId))
  if (!row) throw new AppError('not_found', 'There is no such company')
  return summaryOf(row)
}

/** What a company has on each site where it is a customer. */
export async function listCompanyCustomers(
  tx: Tx,
  _: SuperAdminScope,
  companyId: string,
): Promise<CompanyCustomer[]> {
  const rows = await tx
    .select()
    .from(customers)
    .where(eq(customers.companyId, companyId))
    .orderBy(customers.site)
  return rows.map((row) => ({
    id: row.id,
    site: row.site,
    planID: row.planID,
    subscription_status: row.subscriptionStatus,
    billing_cycle_anchor: row.billingCycleAnchor,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    processor: processorOf(row),
    isBilled: row.subscriptionId !== null,
  }))
}

/** Subscriptions at a provider, newest first. */
export async function listSubscriptions(
  tx: Tx,
  _: SuperAdminScope,
  filter: SubscriptionFilter,
): Promise<SubscriptionSummary[]> {
  const { after, limit } = filter
  const last = tx
    .select({ at: subscriptions.createdAt, id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.id, after ?? ''))
  const rows = await tx
    .select({ row: subscriptions, companyName: companies.name, ownerEmail: users.email })
    .from(subscriptions)
    .innerJoin(companies, eq(companies.id, subscriptions.companyId))
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(
      and(
        ...isLike(filter),
        after === undefined ? undefined : sql`(${subscriptions.createdAt}, ${subscriptions.id}) < (${last})`,
      ),
    )
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
    .limit(limit)
  return rows.map(({ row, ...names }) => ({
    ...names,
    id: row.id,
    companyId: row.companyId,
    site: row.site,
    processor: row.processor,
    subscription_id: row.providerId,
    planID: row.planID,
    subscription_status: row.status,
    priceCents: row.priceCents,
    currentPeriodStart: row.currentPeriodStart.toISOString(),
    currentPeriodEnd: row.currentPeriodEnd.toISOString(),
    cancel_at_period_end: row.cancelAtPeriodEnd,
    failedAttempts: row.failedAttempts,
    createdAt: row.createdAt.toISOString(),
  }))
}

function isLike({ site, status, planID, companyId }: SubscriptionFilter): (SQL | undefined)[] {
  return [
    site && eq(subscriptions.site, site),
    status && eq(subscriptions.status, status),
    planID === undefined ? undefined : eq(subscriptions.planID, planID),
    companyId === undefined ? undefined : eq(subscriptions.companyId, companyId),
  ]
}
