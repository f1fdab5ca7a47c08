import { listUsers } from '@freeor/accounts/operator/queries'
import { userFilter, userSummary } from '@freeor/accounts/operator/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listUsersOperation = operation({
  id: 'listUsers',
  method: 'get',
  path: '/api/operator/users',
  area: 'operations',
  summary: 'People, newest first; `after` is the last id of the page before',
  access: 'operator',
  query: userFilter,
  answer: z.object({ users: z.array(userSummary) }),
  handle: async ({ deps, operator, query }) => ({ users: await listUsers(deps.db, operator(), query) }),
})
