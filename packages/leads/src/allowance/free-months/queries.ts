import type { BillingPeriod } from '@freeor/billing/billing-cycle'
import type { Customer } from '@freeor/billing/tables'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt } from 'drizzle-orm'
import { getLeadPlan } from '../lead-plans.ts'
import { freeGrants, leadAddresses } from './tables.ts'

/** Whether the customer's leads are free: free leads come once a month for the owner's address. */
export const areFree = ({ planID }: Customer): boolean => getLeadPlan(planID).price === 0

/** Whether the owner's address can still get the free leads of a period. Writes nothing. */
export async function mayHaveFreeLeads(tx: Tx, customer: Customer, period: BillingPeriod): Promise<boolean> {
  if (!areFree(customer)) return true
  const [last] = await tx
    .select({ grant: freeGrants })
    .from(leadAddresses)
    .innerJoin(freeGrants, eq(freeGrants.addressKey, leadAddresses.addressKey))
    .where(eq(leadAddresses.companyId, customer.companyId))
  if (!last || last.grant.periodEnd <= period.start) return true
  const { companyId, billingCycleAnchor } = last.grant
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
