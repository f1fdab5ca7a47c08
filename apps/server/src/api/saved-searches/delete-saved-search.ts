import { deleteAnySavedSearch, deleteSavedSearch } from '@freeor/leads/saved-searches/deletion/commands'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from './read-saved-search.ts'

export const deleteSavedSearchOperation = leadsOperation({
  id: 'deleteSavedSearch',
  method: 'delete',
  path: '/api/saved-searches/{searchId}',
  area: 'saved searches',
  summary: "Deletes one's own saved search, at once; a super admin, anyone's. It can be restored for a day",
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.save',
  params: savedSearchParams,
  status: 204,
  async handle({ deps, company, superAdmin, user, params }) {
    if (user().superAdmin) await deleteAnySavedSearch(deps, superAdmin(), params.searchId)
    else await deleteSavedSearch(deps, await company(), params.searchId)
    return new Response(null, { status: 204 })
  },
})
