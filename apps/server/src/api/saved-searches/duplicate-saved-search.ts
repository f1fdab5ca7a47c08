import { duplicateSavedSearch } from '@freeor/leads/saved-searches/commands'
import { savedSearch } from '@freeor/leads/saved-searches/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from './read-saved-search.ts'

export const duplicateSavedSearchOperation = leadsOperation({
  id: 'duplicateSavedSearch',
  method: 'post',
  path: '/api/saved-searches/{searchId}/duplicate',
  area: 'saved searches',
  summary: "Makes a copy, for oneself, of one's own saved search or of one that the company sees",
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.save',
  params: savedSearchParams,
  answer: savedSearch,
  status: 201,
  handle: async ({ deps, company, params }) =>
    await duplicateSavedSearch(deps, await company(), params.searchId),
})
