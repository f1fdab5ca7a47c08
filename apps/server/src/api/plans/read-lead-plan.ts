import { findLeadPlan } from '@freeor/leads/allowance/lead-plans'
import { operation } from '../../http/operation.ts'
import { leadPlan, planParams, requirePlan } from './plan-answers.ts'

export const readPlanOperation = operation({
  id: 'readPlan',
  method: 'get',
  path: '/api/plans/{planID}',
  area: 'billing',
  summary: 'A plan of the Leads site, public or not, for whoever has its id',
  access: 'public',
  params: planParams,
  answer: leadPlan,
  handle: async ({ params }) => requirePlan(findLeadPlan(params.planID)),
})
