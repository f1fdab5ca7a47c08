import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { planInForce } from '../plan-in-force.ts'
import { findCoursePlan, findLeadPlan } from '../plans.ts'
import { isActiveSubscription } from '../subscription-status.ts'
import { findCustomer } from '../subscriptions/queries.ts'

type Where = { readonly companyId: string }

export type LeadEntitlements = {
  readonly site: 'leads'
  readonly planID: string
  readonly active: boolean
  readonly leads: number
  readonly downloadLimit: number
  readonly includesRollover: boolean
  readonly searchSuppressions: boolean
  readonly seats: number
}

export type CourseEntitlements = {
  readonly site: 'courses'
  readonly planID: string
  readonly active: boolean
  readonly courses: number
  readonly lessons: number
  readonly users: number
}

/**
 * What a company may do on a site: the one place that asks. A subscription that has ended gives nothing, one that was
 * never paid what the free plan gives; a company that never was a customer there has the free plan.
 */
export async function readEntitlements(tx: Tx, where: Where, site: 'leads'): Promise<LeadEntitlements>
export async function readEntitlements(tx: Tx, where: Where, site: 'courses'): Promise<CourseEntitlements>
export async function readEntitlements(
  tx: Tx,
  { companyId }: Where,
  site: Site,
): Promise<LeadEntitlements | CourseEntitlements> {
  const customer = await findCustomer(tx, { companyId, site })
  const planID = customer?.planId ?? 'freeor_free'
  const active = customer === undefined || isActiveSubscription(customer.subscriptionStatus)
  const force = customer ? planInForce(customer) : planID
  if (site === 'leads') {
    const plan = force === undefined ? undefined : findLeadPlan(force)
    return {
      site,
      planID,
      active,
      leads: plan?.leads ?? 0,
      downloadLimit: plan?.downloadLimit ?? 0,
      includesRollover: plan?.includesRollover ?? false,
      searchSuppressions: plan?.searchSuppressions ?? false,
      seats: plan?.seats ?? 0,
    }
  }
  const plan = force === undefined ? undefined : findCoursePlan(force)
  const { courses = 0, lessons = 0, users = 0 } = plan ?? {}
  return { site, planID, active, courses, lessons, users }
}
