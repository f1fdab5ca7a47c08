import { listUsers } from '@freeor/accounts/admin/queries'
import { userFilter, userSummary } from '@freeor/accounts/admin/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listUsersOperation = operation({
  id: 'listUsers',
  method: 'get',
  path: '/api/admin/users',
  area: 'operations',
  summary: 'People, newest first; `after` is the last id of the page before',
  access: 'super_admin',
  query: userFilter,
  answer: z.object({ users: z.array(userSummary) }),
  handle: async ({ deps, superAdmin, query }) => ({ users: await listUsers(deps.db, superAdmin(), query) }),
})
