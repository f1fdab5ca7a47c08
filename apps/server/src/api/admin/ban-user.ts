import { banUser } from '@freeor/accounts/admin/commands'
import { reasonBody } from '@freeor/accounts/admin/schema'
import { operation } from '../../http/operation.ts'
import { userAction, userParams } from './action.ts'

export const banUserOperation = operation({
  id: 'banUser',
  method: 'post',
  path: '/api/admin/users/{userId}/ban',
  area: 'operations',
  summary: 'Close a person out: no session of theirs works any more',
  access: 'super_admin',
  params: userParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    await banUser(call.deps.db, userAction(call))
    return new Response(null, { status: 204 })
  },
})
