import { findCoursePlan } from '@freeor/courses/allowance/course-plans'
import { operation } from '../../http/operation.ts'
import { coursePlan, planParams, requirePlan } from './plan-answers.ts'

export const readCoursePlanOperation = operation({
  id: 'readCoursePlan',
  method: 'get',
  path: '/api/course-plans/{planID}',
  area: 'billing',
  summary: 'A plan of the Courses site, public or not, for whoever has its id',
  access: 'public',
  params: planParams,
  answer: coursePlan,
  handle: async ({ params }) => requirePlan(findCoursePlan(params.planID)),
})
