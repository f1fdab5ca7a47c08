import { getUserRecord } from '@freeor/accounts/admin/queries'
import { userRecord } from '@freeor/accounts/admin/schema'
import { operation } from '../../http/operation.ts'
import { userParams } from './action.ts'

export const readUserOperation = operation({
  id: 'readUser',
  method: 'get',
  path: '/api/admin/users/{userId}',
  area: 'operations',
  summary: 'A person with their companies, sessions and last audit rows',
  access: 'super_admin',
  params: userParams,
  answer: userRecord,
  handle: async ({ deps, superAdmin, params }) =>
    await getUserRecord(deps.db, superAdmin(), { userId: params.userId, now: deps.clock.now() }),
})
