import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt } from 'drizzle-orm'
import type { BillingPeriod } from '../billing-cycle.ts'
import { getLeadPlan } from '../plans.ts'
import type { customers } from '../tables.ts'
import { freeGrants } from './tables.ts'

type Customer = typeof customers.$inferSelect

/** The customer's leads are free and its owner's address is known: they come once a month for the address. */
export function isLimited(customer: Customer): customer is Customer & { addressKey: string } {
  return customer.addressKey !== null && getLeadPlan(customer.planId).price === 0
}

/** Whether the free leads of a period are still to be had for the owner's address. Writes nothing. */
export async function mayHaveFreeLeads(tx: Tx, customer: Customer, period: BillingPeriod): Promise<boolean> {
  if (!isLimited(customer)) return true
  const isTheirs = eq(freeGrants.addressKey, customer.addressKey)
  const [last] = await tx.select().from(freeGrants).where(isTheirs)
  if (!last || last.periodEnd <= period.start) return true
  const { companyId, billingCycleAnchor } = last
  return companyId === customer.companyId && billingCycleAnchor === customer.billingCycleAnchor
}

/** The cycle whose month runs for an address; undefined when it had no free leads in the last month. */
export async function findRunningCycle(tx: Tx, addressKey: string, now: Date): Promise<number | undefined> {
  const isRunning = and(eq(freeGrants.addressKey, addressKey), gt(freeGrants.periodEnd, now))
  const [last] = await tx
    .select({ billingCycleAnchor: freeGrants.billingCycleAnchor })
    .from(freeGrants)
    .where(isRunning)
  return last?.billingCycleAnchor
}
