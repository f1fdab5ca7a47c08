import { removePasskey } from '@freeor/accounts/passkeys/commands'
import { passkeyParams } from '@freeor/accounts/passkeys/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const removePasskeyOperation = operation({
  id: 'removePasskey',
  method: 'delete',
  path: '/api/account/passkeys/{passkeyId}',
  area: 'passkeys',
  summary: "Ends one of the person's own passkeys at once; they are told by mail",
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  params: passkeyParams,
  status: 204,
  async handle(call) {
    await removePasskey(call.deps.auth, call.user(), call.params.passkeyId, callerOf(call))
    return new Response(null, { status: 204 })
  },
})
