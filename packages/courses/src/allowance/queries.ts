import { planInForce } from '@freeor/billing/plan-in-force'
import { isActiveSubscription } from '@freeor/billing/subscription-status'
import { findCustomer } from '@freeor/billing/subscriptions/queries'
import type { Tx } from '@freeor/postgres/database'
import { coursePlans, findCoursePlan } from './course-plans.ts'
import type { CourseAllowance } from './schema.ts'

/**
 * What the plan in force gives: nothing once a subscription has ended, and what the free plan gives before it was ever
 * paid. Null for a company that never chose a plan.
 */
export async function findCourseAllowance(
  tx: Tx,
  { companyId }: { readonly companyId: string },
): Promise<CourseAllowance | null> {
  const customer = await findCustomer(tx, { companyId, site: coursePlans.site })
  if (!customer) return null
  const force = planInForce(customer)
  const { courses = 0, lessons = 0, users = 0 } = force === undefined ? {} : (findCoursePlan(force) ?? {})
  const { planID, subscriptionStatus: subscription_status } = customer
  const active = isActiveSubscription(subscription_status)
  return { planID, subscription_status, active, courses, lessons, users }
}
