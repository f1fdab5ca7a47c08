import { states } from '@freeor/leads/geography/states'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listStatesOperation = leadsOperation({
  id: 'listStates',
  method: 'get',
  path: '/api/geography/states',
  area: 'geography',
  summary: 'The states and territories',
  access: 'public',
  apiKeyScope: 'search',
  answer: z.object({ states: z.array(z.object({ code: z.string(), fips: z.string(), name: z.string() })) }),
  handle: async () => ({ states: [...states] }),
})
