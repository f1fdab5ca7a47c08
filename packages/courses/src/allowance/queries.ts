import { companyMembers } from '@freeor/accounts/tables'
import { planInForce } from '@freeor/billing/plan-in-force'
import { isActiveSubscription } from '@freeor/billing/subscription-status'
import { findCustomer } from '@freeor/billing/subscriptions/queries'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray } from 'drizzle-orm'
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

/** Whether the user writes courses: they own or manage an account that has a plan of courses in force. */
export async function isAuthor(tx: Tx, userId: string): Promise<boolean> {
  const accounts = await tx
    .select({ companyId: companyMembers.companyId })
    .from(companyMembers)
    .where(and(eq(companyMembers.userId, userId), inArray(companyMembers.role, ['owner', 'admin'])))
  for (const account of accounts) if ((await findCourseAllowance(tx, account))?.active) return true
  return false
}
