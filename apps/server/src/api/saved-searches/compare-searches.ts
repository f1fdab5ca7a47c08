import { compareSearches } from '@freeor/leads/saved-searches/comparison/queries'
import { searchComparison } from '@freeor/leads/saved-searches/comparison/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from './read-saved-search.ts'

export const compareSearchesOperation = leadsOperation({
  id: 'compareSearches',
  method: 'get',
  path: '/api/saved-searches/{searchId}/comparison',
  area: 'saved searches',
  summary:
    'How many leads a saved search and another of the same dataset find alone and together, in all and by state',
  access: 'user',
  apiKeyScope: 'saved-searches',
  right: 'searches.read',
  params: savedSearchParams,
  query: z.strictObject({ with: z.string().max(60) }),
  answer: searchComparison,
  handle: async ({ deps, company, params, query }) =>
    await compareSearches(deps, await company(), { first: params.searchId, second: query.with }),
})
