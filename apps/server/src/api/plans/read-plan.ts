import { findCoursePlan, findLeadPlan } from '@freeor/billing/plans'
import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { coursePlan, leadPlan } from './plan-answers.ts'

const planParams = z.strictObject({ planID: z.string().max(60) })

function requireThere<P>(plan: P | undefined): P {
  if (!plan) throw new AppError('not_found', 'There is no such plan.')
  return plan
}

export const readPlan = operation({
  id: 'readPlan',
  method: 'get',
  path: '/api/plans/{planID}',
  area: 'billing',
  summary: 'A plan of the Leads site, public or not, for whoever has its id',
  access: 'public',
  params: planParams,
  answer: leadPlan,
  handle: async ({ params }) => requireThere(findLeadPlan(params.planID)),
})

export const readCoursePlan = operation({
  id: 'readCoursePlan',
  method: 'get',
  path: '/api/course-plans/{planID}',
  area: 'billing',
  summary: 'A plan of the Courses site, public or not, for whoever has its id',
  access: 'public',
  params: planParams,
  answer: coursePlan,
  handle: async ({ params }) => requireThere(findCoursePlan(params.planID)),
})
