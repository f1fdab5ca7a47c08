import { endUserSessions } from '@freeor/accounts/admin/commands'
import { reasonBody } from '@freeor/accounts/admin/schema'
import { operation } from '../../http/operation.ts'
import { userAction, userParams } from './action.ts'

export const endUserSessionsOperation = operation({
  id: 'endUserSessions',
  method: 'post',
  path: '/api/admin/users/{userId}/end-sessions',
  area: 'operations',
  summary: 'Log a person out everywhere',
  access: 'super_admin',
  params: userParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    await endUserSessions(call.deps.db, userAction(call))
    return new Response(null, { status: 204 })
  },
})
