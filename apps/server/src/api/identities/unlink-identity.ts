import { unlinkIdentity } from '@freeor/accounts/identities/commands'
import { identityParams } from '@freeor/accounts/identities/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const unlinkIdentityOperation = operation({
  id: 'unlinkIdentity',
  method: 'delete',
  path: '/api/account/identities/{identityId}',
  area: 'identities',
  summary:
    "Ends one of the person's own links at once, unless it is their only way to log in; they are told by mail",
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  params: identityParams,
  status: 204,
  async handle(call) {
    await unlinkIdentity(call.deps.auth, call.user(), call.params.identityId, callerOf(call))
    return new Response(null, { status: 204 })
  },
})
