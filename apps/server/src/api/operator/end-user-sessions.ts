import { endUserSessions } from '@freeor/accounts/operator/commands'
import { reasonBody } from '@freeor/accounts/operator/schema'
import { operation } from '../../http/operation.ts'
import { userDeed, userParams } from './deed.ts'

export const endUserSessionsOperation = operation({
  id: 'endUserSessions',
  method: 'post',
  path: '/api/operator/users/{userId}/end-sessions',
  area: 'operations',
  summary: 'Log a person out everywhere',
  access: 'operator',
  params: userParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    await endUserSessions(call.deps.db, userDeed(call))
    return new Response(null, { status: 204 })
  },
})
