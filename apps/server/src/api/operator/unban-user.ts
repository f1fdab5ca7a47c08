import { unbanUser } from '@freeor/accounts/operator/commands'
import { reasonBody } from '@freeor/accounts/operator/schema'
import { operation } from '../../http/operation.ts'
import { userDeed, userParams } from './deed.ts'

export const unbanUserOperation = operation({
  id: 'unbanUser',
  method: 'post',
  path: '/api/operator/users/{userId}/unban',
  area: 'operations',
  summary: 'Let a person in again',
  access: 'operator',
  params: userParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    await unbanUser(call.deps.db, userDeed(call))
    return new Response(null, { status: 204 })
  },
})
