import { renameSavedSearch } from '@freeor/leads/saved-searches/commands'
import { savedSearch } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { savedSearchParams } from './read-saved-search.ts'

export const renameSavedSearchOperation = leadsOperation({
  id: 'renameSavedSearch',
  method: 'patch',
  path: '/api/saved-searches/{searchId}',
  area: 'saved searches',
  summary: 'Gives a saved search another name',
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.save',
  params: savedSearchParams,
  body: z.strictObject({ searchName: z.string().max(120) }),
  answer: savedSearch,
  async handle({ deps, company, params, body }) {
    return await renameSavedSearch(deps, await company(), {
      id: params.searchId,
      searchName: body.searchName,
    })
  },
})
