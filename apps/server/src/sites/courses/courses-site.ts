import { findCourseAllowance } from '@freeor/courses/allowance/queries'
import { courseAllowanceAnswer } from '@freeor/courses/allowance/schema'
import { listCoursePlansOperation } from '../../api/plans/list-course-plans.ts'
import { coursePlan } from '../../api/plans/plan-answers.ts'
import { readCoursePlanOperation } from '../../api/plans/read-course-plan.ts'
import type { ServedSite, SiteMeans, SiteModule } from '../site-module.ts'

/** Courses: lessons, quizzes, certificates. */
export const coursesSite: SiteModule = {
  name: 'courses',
  operations: [listCoursePlansOperation, readCoursePlanOperation],
  offer: {
    field: 'courseAllowance',
    answer: courseAllowanceAnswer,
    read: async ({ db }, membership) => await findCourseAllowance(db, membership),
  },
  asksOrganization: true,
  planAnswer: coursePlan,
  invariants: {},
  check: async () => [],
  open: async (means) => serveCourses(means),
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
