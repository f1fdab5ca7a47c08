import { transferOwnership } from '@freeor/accounts/ownership/commands'
import { ownershipInput } from '@freeor/accounts/ownership/schema'
import { operation } from '../../http/operation.ts'
import { actingIn } from './acting.ts'

export const transferOwnershipOperation = operation({
  id: 'transferOwnership',
  method: 'post',
  path: '/api/company/owner',
  area: 'company',
  summary: 'Hands the company to a member; the former owner stays as an admin',
  access: 'user',
  right: 'ownership.transfer',
  reauthenticated: true,
  whileImpersonating: 'refused',
  body: ownershipInput,
  status: 204,
  async handle(call) {
    await transferOwnership(call.deps.auth, await actingIn(call), call.body)
    return new Response(null, { status: 204 })
  },
})
