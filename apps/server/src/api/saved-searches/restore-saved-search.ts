import { restoreAnySavedSearch, restoreSavedSearch } from '@freeor/leads/saved-searches/deletion/commands'
import { savedSearch } from '@freeor/leads/saved-searches/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from './read-saved-search.ts'

export const restoreSavedSearchOperation = leadsOperation({
  id: 'restoreSavedSearch',
  method: 'post',
  path: '/api/saved-searches/{searchId}/restore',
  area: 'saved searches',
  summary: "Brings back one's own saved search that was deleted in the last day; a super admin, anyone's",
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.save',
  params: savedSearchParams,
  answer: savedSearch,
  async handle({ deps, company, superAdmin, user, params }) {
    if (user().superAdmin) return await restoreAnySavedSearch(deps, superAdmin(), params.searchId)
    return await restoreSavedSearch(deps, await company(), params.searchId)
  },
})
