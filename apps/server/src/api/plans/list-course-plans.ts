import { listPlansOf } from '@freeor/billing/plans'
import { coursePlans } from '@freeor/courses/allowance/course-plans'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { coursePlan } from './plan-answers.ts'

export const listCoursePlansOperation = operation({
  id: 'listCoursePlans',
  method: 'get',
  path: '/api/course-plans',
  area: 'billing',
  summary: 'The public plans of the Courses site, cheapest first',
  access: 'public',
  answer: z.object({ plans: z.array(coursePlan) }),
  handle: async () => ({ plans: listPlansOf(coursePlans).filter((each) => each.public) }),
})
