import { countiesOfShapes } from '@freeor/leads/geography/counties-shapes'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listCountiesOperation = leadsOperation({
  id: 'listCounties',
  method: 'get',
  path: '/api/geography/counties',
  area: 'geography',
  summary: 'The counties of a state, by name',
  access: 'public',
  apiKeyScope: 'search',
  query: z.strictObject({ state: z.string().regex(/^[A-Z]{2}$/) }),
  answer: z.object({
    counties: z.array(z.object({ fips: z.string(), name: z.string(), state: z.string() })),
  }),
  handle: async ({ query }) => ({
    counties: countiesOfShapes().filter((county) => county.state === query.state),
  }),
})
