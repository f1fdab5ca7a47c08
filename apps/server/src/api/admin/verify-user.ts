import { verifyUserByHand } from '@freeor/accounts/admin/commands'
import { reasonBody } from '@freeor/accounts/admin/schema'
import { operation } from '../../http/operation.ts'
import { userAction, userParams } from './action.ts'

export const verifyUserOperation = operation({
  id: 'verifyUser',
  method: 'post',
  path: '/api/admin/users/{userId}/verify',
  area: 'operations',
  summary: 'Take a person’s address as proven',
  access: 'super_admin',
  params: userParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    await verifyUserByHand(call.deps.db, userAction(call))
    return new Response(null, { status: 204 })
  },
})
