import { listCompanySearches, listSavedSearches } from '@freeor/leads/saved-searches/queries'
import { savedSearch } from '@freeor/leads/saved-searches/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listSavedSearchesOperation = leadsOperation({
  id: 'listSavedSearches',
  method: 'get',
  path: '/api/saved-searches',
  area: 'saved searches',
  summary: "The person's own saved searches and those of colleagues that the company sees, newest first",
  access: 'user',
  apiKeyScope: 'saved-searches',
  right: 'searches.read',
  answer: z.object({ savedSearches: z.array(savedSearch), companySearches: z.array(savedSearch) }),
  async handle({ deps, company }) {
    const scope = await company()
    return {
      savedSearches: await listSavedSearches(deps.db, scope),
      companySearches: await listCompanySearches(deps.db, scope),
    }
  },
})
