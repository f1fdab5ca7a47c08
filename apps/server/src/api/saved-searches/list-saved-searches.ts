import { listSavedSearches } from '@freeor/leads/saved-searches/queries'
import { savedSearch } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listSavedSearchesOperation = leadsOperation({
  id: 'listSavedSearches',
  method: 'get',
  path: '/api/saved-searches',
  area: 'saved searches',
  summary: "The person's own saved searches, newest first",
  access: 'user',
  apiKeyScope: 'saved-searches',
  right: 'searches.read',
  answer: z.object({ savedSearches: z.array(savedSearch) }),
  handle: async ({ deps, company }) => ({ savedSearches: await listSavedSearches(deps.db, await company()) }),
})
