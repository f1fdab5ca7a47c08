import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { getCoursePlan, getLeadPlan } from '../plans.ts'
import { isActiveSubscription } from '../subscription-status.ts'
import { customers } from '../tables.ts'

/**
 * People a company may have beside its owner. One set of people works on both sites, so the larger of its two plans
 * counts; a subscription that has ended gives none.
 */
export async function countPlanSeats(tx: Tx, companyId: string): Promise<number> {
  const rows = await tx.select().from(customers).where(eq(customers.companyId, companyId))
  const seats = rows
    .filter(({ subscriptionStatus }) => isActiveSubscription(subscriptionStatus))
    .map(({ site, planId }) => (site === 'leads' ? getLeadPlan(planId).seats : getCoursePlan(planId).users))
  return Math.max(0, ...seats)
}
