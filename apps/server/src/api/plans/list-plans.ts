import { listSitePlans } from '@freeor/billing/plans'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

const plan = z.object({
  planID: z.string(),
  shortname: z.string(),
  name: z.string(),
  description: z.string(),
  /** Cents a month. */
  price: z.int(),
  leads: z.int(),
  leadsRemaining: z.int(),
  downloadLimit: z.int(),
  includesRollover: z.boolean(),
  searchSuppressions: z.boolean(),
  seats: z.int(),
})

export const listPlans = operation({
  id: 'listPlans',
  method: 'get',
  path: '/api/plans',
  area: 'billing',
  summary: 'The public plans of the Leads site',
  access: 'public',
  answer: z.object({ plans: z.array(plan) }),
  handle: async () => ({
    plans: listSitePlans('leads')
      .filter((each) => each.public)
      .map(({ public: _, ...shown }) => shown),
  }),
})
