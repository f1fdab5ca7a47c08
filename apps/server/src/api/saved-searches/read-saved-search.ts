import { getAnySavedSearch, getSavedSearch } from '@freeor/leads/saved-searches/queries'
import { savedSearch } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const savedSearchParams = z.strictObject({ searchId: z.string().max(60) })

export const readSavedSearchOperation = leadsOperation({
  id: 'readSavedSearch',
  method: 'get',
  path: '/api/saved-searches/{searchId}',
  area: 'saved searches',
  summary: "One's own saved search, held against the dictionary of now; a super admin, anyone's",
  access: 'user',
  apiKeyScope: 'saved-searches',
  right: 'searches.read',
  params: savedSearchParams,
  answer: savedSearch,
  async handle({ deps, company, superAdmin, user, params }) {
    if (user().superAdmin) return await getAnySavedSearch(deps.db, superAdmin(), params.searchId)
    return await getSavedSearch(deps.db, await company(), params.searchId)
  },
})
