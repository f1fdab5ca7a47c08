import { listSitePlans } from '@freeor/billing/plans'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

const common = {
  planID: z.string(),
  shortname: z.string(),
  name: z.string(),
  description: z.string(),
  /** Cents a month. */
  price: z.int(),
}

const leadPlan = z.object({
  ...common,
  leads: z.int(),
  leadsRemaining: z.int(),
  downloadLimit: z.int(),
  includesRollover: z.boolean(),
  searchSuppressions: z.boolean(),
  seats: z.int(),
})

const coursePlan = z.object({ ...common, courses: z.int(), lessons: z.int(), users: z.int() })

export const listPlans = operation({
  id: 'listPlans',
  method: 'get',
  path: '/api/plans',
  area: 'billing',
  summary: 'The public plans of the Leads site',
  access: 'public',
  answer: z.object({ plans: z.array(leadPlan) }),
  handle: async () => ({
    plans: listSitePlans('leads')
      .filter((each) => each.public)
      .map(({ public: _, ...shown }) => shown),
  }),
})

export const listCoursePlans = operation({
  id: 'listCoursePlans',
  method: 'get',
  path: '/api/course-plans',
  area: 'billing',
  summary: 'The public plans of the Courses site',
  access: 'public',
  answer: z.object({ plans: z.array(coursePlan) }),
  handle: async () => ({
    plans: listSitePlans('courses')
      .filter((each) => each.public)
      .map(({ public: _, ...shown }) => shown),
  }),
})
