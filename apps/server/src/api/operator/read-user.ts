import { getUserRecord } from '@freeor/accounts/operator/queries'
import { userRecord } from '@freeor/accounts/operator/schema'
import { operation } from '../../http/operation.ts'
import { userParams } from './deed.ts'

export const readUser = operation({
  id: 'readUser',
  method: 'get',
  path: '/api/operator/users/{userId}',
  area: 'operations',
  summary: 'A person with their companies, sessions and last audit rows',
  access: 'operator',
  params: userParams,
  answer: userRecord,
  handle: async ({ deps, operator, params }) =>
    await getUserRecord(deps.db, operator(), { userId: params.userId, now: deps.clock.now() }),
})
