import { getUserRecord } from '@freeor/accounts/admin/queries'
import { listAnySavedSearches } from '@freeor/leads/saved-searches/queries'
import { savedSearch } from '@freeor/leads/saved-searches/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { userParams } from './action.ts'

export const listUserSearchesOperation = leadsOperation({
  id: 'listUserSearches',
  method: 'get',
  path: '/api/admin/users/{userId}/saved-searches',
  area: 'operations',
  summary: 'The saved searches of a person, newest first',
  access: 'super_admin',
  params: userParams,
  answer: z.object({ savedSearches: z.array(savedSearch) }),
  async handle({ deps, superAdmin, params: { userId } }) {
    await getUserRecord(deps.db, superAdmin(), { userId, now: deps.clock.now() })
    return { savedSearches: await listAnySavedSearches(deps.db, superAdmin(), userId) }
  },
})
