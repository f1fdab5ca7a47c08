import { getAnySavedSearch, getSavedSearch, noSearch } from '@freeor/leads/saved-searches/queries'
import { savedSearch } from '@freeor/leads/saved-searches/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const savedSearchParams = z.strictObject({ searchId: z.string().max(60) })

export const readSavedSearchOperation = leadsOperation({
  id: 'readSavedSearch',
  method: 'get',
  path: '/api/saved-searches/{searchId}',
  area: 'saved searches',
  summary:
    "One's own saved search, or one that the company sees, compared with the dictionary of now; a super admin, anyone's",
  access: 'user',
  apiKeyScope: 'saved-searches',
  right: 'searches.read',
  params: savedSearchParams,
  query: z.strictObject({ uid: z.string().max(60).optional() }),
  answer: savedSearch,
  async handle({ deps, company, superAdmin, user, params, query }) {
    const found = user().superAdmin
      ? await getAnySavedSearch(deps.db, superAdmin(), params.searchId)
      : await getSavedSearch(deps.db, await company(), params.searchId)
    if (query.uid !== undefined && query.uid !== found.uid) throw noSearch()
    return found
  },
})
