import type { Tx } from '@freeor/postgres/database'
import { findCoursePlan, findLeadPlan, type Site } from '../plans.ts'
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
 * What a company may do on a site: the one place that asks. A subscription that has ended gives nothing; a company
 * that never was a customer there has the free plan.
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
  const granted = (figure: number | undefined): number => (active ? (figure ?? 0) : 0)
  if (site === 'leads') {
    const plan = findLeadPlan(planID)
    return {
      site,
      planID,
      active,
      leads: granted(plan?.leads),
      downloadLimit: granted(plan?.downloadLimit),
      includesRollover: active && plan?.includesRollover === true,
      searchSuppressions: active && plan?.searchSuppressions === true,
      seats: granted(plan?.seats),
    }
  }
  const plan = findCoursePlan(planID)
  const { courses, lessons, users } = plan ?? {}
  return { site, planID, active, courses: granted(courses), lessons: granted(lessons), users: granted(users) }
}
