import { getUserRecord } from '@freeor/accounts/operator/queries'
import { listAnySavedSearches } from '@freeor/leads/saved-searches/queries'
import { savedSearch } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { userParams } from './deed.ts'

export const listUserSearches = leadsOperation({
  id: 'listUserSearches',
  method: 'get',
  path: '/api/operator/users/{userId}/saved-searches',
  area: 'operations',
  summary: 'The saved searches of a person, newest first',
  access: 'operator',
  params: userParams,
  answer: z.object({ savedSearches: z.array(savedSearch) }),
  async handle({ deps, operator, params: { userId } }) {
    await getUserRecord(deps.db, operator(), { userId, now: deps.clock.now() })
    return { savedSearches: await listAnySavedSearches(deps.db, operator(), userId) }
  },
})
