import { unbanUser } from '@freeor/accounts/admin/commands'
import { reasonBody } from '@freeor/accounts/admin/schema'
import { operation } from '../../http/operation.ts'
import { userAction, userParams } from './action.ts'

export const unbanUserOperation = operation({
  id: 'unbanUser',
  method: 'post',
  path: '/api/admin/users/{userId}/unban',
  area: 'operations',
  summary: 'Let a person in again',
  access: 'super_admin',
  params: userParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    await unbanUser(call.deps.db, userAction(call))
    return new Response(null, { status: 204 })
  },
})
