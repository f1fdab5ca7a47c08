import { changeSavedSearch } from '@freeor/leads/saved-searches/commands'
import { savedSearch, savedSearchChange } from '@freeor/leads/saved-searches/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from './read-saved-search.ts'

export const changeSavedSearchOperation = leadsOperation({
  id: 'changeSavedSearch',
  method: 'patch',
  path: '/api/saved-searches/{searchId}',
  area: 'saved searches',
  summary: "Changes the name, notes or tags of one's own saved search, or whether the company sees it",
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.save',
  params: savedSearchParams,
  body: savedSearchChange,
  answer: savedSearch,
  async handle({ deps, company, params, body }) {
    return await changeSavedSearch(deps, await company(), { id: params.searchId, change: body })
  },
})
