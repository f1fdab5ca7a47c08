import { listSavedSearches } from '@freeor/leads/saved-searches/queries'
import { savedSearch } from '@freeor/leads/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listSavedSearchesOperation = operation({
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
