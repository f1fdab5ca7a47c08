import { listSitePlans } from '@freeor/billing/plans'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { coursePlan, leadPlan } from '../plans/plan-answers.ts'

export const listAllPlans = operation({
  id: 'listAllPlans',
  method: 'get',
  path: '/api/operator/plans',
  area: 'operations',
  summary: 'Every plan of both sites, also those that are not public',
  access: 'operator',
  answer: z.object({ leads: z.array(leadPlan), courses: z.array(coursePlan) }),
  handle: async () => ({ leads: [...listSitePlans('leads')], courses: [...listSitePlans('courses')] }),
})
