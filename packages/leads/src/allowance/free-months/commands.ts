import { companies, users } from '@freeor/accounts/tables'
import type { BillingPeriod } from '@freeor/billing/billing-cycle'
import { type Customer, customers } from '@freeor/billing/tables'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull, lt, lte, notExists, sql } from 'drizzle-orm'
import { leadsSite } from '../site.ts'
import { areFree } from './queries.ts'
import { freeGrants, leadAddresses } from './tables.ts'

/** Longer than a month: a clock may have been a month ahead. */
const forgetAfterMs = 60 * 86_400_000

/** Stores the key of the address of a company's owner; a key that is stored already stays. */
export async function rememberAddress(tx: Tx, address: typeof leadAddresses.$inferInsert): Promise<void> {
  await tx.insert(leadAddresses).values(address).onConflictDoNothing()
}

/**
 * The key of the owner's address, locked until the transaction ends: a change of address waits, and then finds what was
 * granted for the old one.
 */
async function holdAddress(tx: Tx, companyId: string): Promise<string | undefined> {
  const isIts = eq(leadAddresses.companyId, companyId)
  const [kept] = await tx.select().from(leadAddresses).where(isIts).for('share')
  return kept?.addressKey
}

/**
 * Takes the free leads of a period for the owner's address, unless it had some whose month has not ended. One statement
 * decides, so that only one of several companies or accounts of an address gets them, also when they ask at the same
 * time.
 */
export async function takeFreePeriod(tx: Tx, customer: Customer, period: BillingPeriod): Promise<boolean> {
  const { companyId, billingCycleAnchor } = customer
  const addressKey = areFree(customer) ? await holdAddress(tx, companyId) : undefined
  if (addressKey === undefined) return true
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
      // A lot is granted once a period anyway. The same cycle may come again, also from a clock that was set back.
      setWhere: sql`${lte(freeGrants.periodEnd, period.start)} OR ${isSameCycle}`,
    })
    .returning({ addressKey: freeGrants.addressKey })
  return taken.length > 0
}

type Owned = { readonly companyIds: readonly string[]; readonly addressKey: string }

/**
 * Records that the companies' owner has another address now, or is another user. What was granted for the running month
 * counts for the new address too: it cannot be granted again for it.
 */
export async function followAddress(tx: Tx, { companyIds, addressKey }: Owned): Promise<void> {
  if (companyIds.length === 0) return
  const isOwned = inArray(customers.companyId, [...companyIds])
  const of = await tx
    .select({ companyId: customers.companyId })
    .from(customers)
    .where(and(isOwned, eq(customers.site, leadsSite)))
  if (of.length > 0)
    await tx
      .insert(leadAddresses)
      .values(of.map(({ companyId }) => ({ companyId, addressKey })))
      .onConflictDoUpdate({ target: leadAddresses.companyId, set: { addressKey } })
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

/** The companies are deleted with their owner: what is remembered of the address no longer refers to them. */
export async function leaveAddress(tx: Tx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  const ids = [...companyIds]
  await tx.delete(leadAddresses).where(inArray(leadAddresses.companyId, ids))
  await tx.update(freeGrants).set({ companyId: null }).where(inArray(freeGrants.companyId, ids))
}

/** Stores the owner's key for companies from before addresses were remembered; for the job that grants. */
export async function fillAddressKeys(db: Database, keyOf: (email: string) => string): Promise<void> {
  const isKnown = db
    .select({ companyId: leadAddresses.companyId })
    .from(leadAddresses)
    .where(eq(leadAddresses.companyId, customers.companyId))
  const missing = await db
    .select({ companyId: customers.companyId, email: users.email })
    .from(customers)
    .innerJoin(companies, eq(companies.id, customers.companyId))
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(and(eq(customers.site, leadsSite), notExists(isKnown), isNull(users.deletedAt)))
    .limit(1000)
  for (const { companyId, email } of missing)
    await rememberAddress(db, { companyId, addressKey: keyOf(email) })
}

/**
 * Companies that are not customers of Leads, because they were made while Leads was not served: each with its owner's
 * address, the oldest first, at most 1,000.
 */
export async function listUnopenedCompanies(tx: Tx): Promise<{ companyId: string; email: string }[]> {
  const isCustomer = tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.companyId, companies.id), eq(customers.site, leadsSite)))
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
