import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { planInForce } from '../plan-in-force.ts'
import { getCoursePlan, getLeadPlan } from '../plans.ts'
import { customers } from '../tables.ts'

/**
 * People a company may have beside its owner. One set of people works on both sites, so the larger of its two plans
 * counts; a subscription that has ended, or was never paid, gives none.
 */
export async function countPlanSeats(tx: Tx, companyId: string): Promise<number> {
  const rows = await tx.select().from(customers).where(eq(customers.companyId, companyId))
  const seats = rows.map((customer) => {
    const planId = planInForce(customer)
    if (planId === undefined) return 0
    return customer.site === 'leads' ? getLeadPlan(planId).seats : getCoursePlan(planId).users
  })
  return Math.max(0, ...seats)
}
