import { companies, users } from '@freeor/accounts/tables'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import type { BillingPeriod } from '../billing-cycle.ts'
import { customers } from '../tables.ts'
import { isLimited } from './queries.ts'
import { freeGrants } from './tables.ts'

type Customer = typeof customers.$inferSelect

/** Longer than a month that a clock may have run ahead. */
const forgetAfterMs = 60 * 86_400_000

/**
 * Takes the free leads of a period for the owner's address, unless it had some whose month has not ended. One statement
 * decides, so of several companies and accounts of one address, at once or one after the other, one gets them.
 */
export async function takeFreePeriod(tx: Tx, customer: Customer, period: BillingPeriod): Promise<boolean> {
  if (!isLimited(customer)) return true
  const { addressKey, companyId, billingCycleAnchor } = customer
  const row = { companyId, billingCycleAnchor, periodEnd: period.end }
  const isSameCycle = and(
    eq(freeGrants.companyId, companyId),
    eq(freeGrants.billingCycleAnchor, billingCycleAnchor),
  )
  const taken = await tx
    .insert(freeGrants)
    .values({ addressKey, ...row })
    .onConflictDoUpdate({
      target: freeGrants.addressKey,
      set: row,
      // A lot is granted once a period anyway; the same cycle may be asked again, also by a clock that was set back.
      setWhere: sql`${lte(freeGrants.periodEnd, period.start)} OR ${isSameCycle}`,
    })
    .returning({ addressKey: freeGrants.addressKey })
  return taken.length > 0
}

type Owned = { readonly companyIds: readonly string[]; readonly addressKey: string }

/**
 * The companies' owner has another address from now on, or is somebody else. What was granted for the month that runs
 * counts for the new address too: it cannot be had once more under it.
 */
export async function followAddress(tx: Tx, { companyIds, addressKey }: Owned): Promise<void> {
  if (companyIds.length === 0) return
  const isOwned = inArray(customers.companyId, [...companyIds])
  await tx
    .update(customers)
    .set({ addressKey })
    .where(and(isOwned, eq(customers.site, 'leads')))
  const had = await tx
    .select()
    .from(freeGrants)
    .where(inArray(freeGrants.companyId, [...companyIds]))
  for (const { companyId, billingCycleAnchor, periodEnd } of had) {
    const row = { companyId, billingCycleAnchor, periodEnd }
    await tx
      .insert(freeGrants)
      .values({ addressKey, ...row })
      .onConflictDoUpdate({
        target: freeGrants.addressKey,
        set: row,
        setWhere: lt(freeGrants.periodEnd, periodEnd),
      })
  }
}

/** The companies end with their owner: what is remembered of the address leads to them no more. */
export async function leaveAddress(tx: Tx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  const ids = [...companyIds]
  await tx.update(customers).set({ addressKey: null }).where(inArray(customers.companyId, ids))
  await tx.update(freeGrants).set({ companyId: null }).where(inArray(freeGrants.companyId, ids))
}

/** Gives companies from before addresses were remembered the key of their owner's; for the job that grants. */
export async function fillAddressKeys(db: Database, keyOf: (email: string) => string): Promise<void> {
  const isMissing = and(eq(customers.site, 'leads'), isNull(customers.addressKey), isNull(users.deletedAt))
  const missing = await db
    .select({ id: customers.id, email: users.email })
    .from(customers)
    .innerJoin(companies, eq(companies.id, customers.companyId))
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(isMissing)
    .limit(1000)
  for (const { id, email } of missing)
    await db
      .update(customers)
      .set({ addressKey: keyOf(email) })
      .where(and(eq(customers.id, id), isNull(customers.addressKey)))
}

/**
 * Companies that are no customers of Leads, as they came while it was not served: each with its owner's address, the
 * oldest first, at most 1,000.
 */
export async function listUnopenedCompanies(tx: Tx): Promise<{ companyId: string; email: string }[]> {
  const isCustomer = tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.companyId, companies.id), eq(customers.site, 'leads')))
  return await tx
    .select({ companyId: companies.id, email: users.email })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(and(notExists(isCustomer), isNull(users.deletedAt)))
    .orderBy(companies.createdAt)
    .limit(1000)
}

/** Forgets addresses whose month is long over; for a daily job. */
export async function forgetFreeGrants(tx: Tx, now: Date): Promise<void> {
  await tx.delete(freeGrants).where(lt(freeGrants.periodEnd, new Date(now.getTime() - forgetAfterMs)))
}
