import type { Membership } from '@freeor/accounts/ports'
import { readEntitlements } from '@freeor/billing/entitlements'
import { findCustomer } from '@freeor/billing/subscriptions/queries'
import type { Database } from '@freeor/postgres/database'
import { z } from 'zod'
import { listCoursePlans } from '../../api/plans/list-course-plans.ts'
import { coursePlan } from '../../api/plans/plan-answers.ts'
import { readCoursePlan } from '../../api/plans/read-course-plan.ts'
import type { ServedSite, SiteMeans, SiteModule } from '../site-module.ts'

/** What a company may make on the course site by its plan. */
const courseAllowance = z.strictObject({
  planID: z.string(),
  subscription_status: z.string(),
  /** Whether there is a plan that has not ended. */
  active: z.boolean(),
  courses: z.int(),
  /** Of each course. */
  lessons: z.int(),
  /** Users beside the owner. */
  users: z.int(),
})

/** Courses: lessons, quizzes, certificates. */
export const coursesSite: SiteModule = {
  name: 'courses',
  operations: [listCoursePlans, readCoursePlan],
  offer: {
    field: 'courseAllowance',
    answer: courseAllowance,
    read: async ({ db }, membership) => await findCourseAllowance(db, membership),
  },
  asksOrganization: true,
  planAnswer: coursePlan,
  invariants: {},
  check: async () => [],
  open: async (means) => serveCourses(means),
}

/** What the plan in force gives; null for a company that never chose one. */
async function findCourseAllowance(
  db: Database,
  { companyId }: Membership,
): Promise<z.infer<typeof courseAllowance> | null> {
  const customer = await findCustomer(db, { companyId, site: 'courses' })
  if (!customer) return null
  const { planID, active, courses, lessons, users } = await readEntitlements(db, { companyId }, 'courses')
  return { planID, subscription_status: customer.subscriptionStatus, active, courses, lessons, users }
}

const nothing = async () => undefined

const serveCourses = ({ deps }: SiteMeans): ServedSite => ({
  module: coursesSite,
  deps,
  prepare: nothing,
  addSampleData: nothing,
  fillSampleCompany: nothing,
  startJobs: nothing,
  cleanUps: [],
  close: nothing,
})
