import { listPlansOf } from '@freeor/billing/plans'
import { leadPlans } from '@freeor/leads/allowance/lead-plans'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { leadPlan } from './plan-answers.ts'

export const listPlansOperation = operation({
  id: 'listPlans',
  method: 'get',
  path: '/api/plans',
  area: 'billing',
  summary: 'The public plans of the Leads site, cheapest first',
  access: 'public',
  answer: z.object({ plans: z.array(leadPlan) }),
  handle: async () => ({ plans: listPlansOf(leadPlans).filter((each) => each.public) }),
})
