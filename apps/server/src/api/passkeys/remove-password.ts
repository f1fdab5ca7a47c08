import { removePassword } from '@freeor/accounts/passkeys/commands'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const removePasswordOperation = operation({
  id: 'removePassword',
  method: 'delete',
  path: '/api/account/password',
  area: 'passkeys',
  summary: 'Takes the password away from somebody with a passkey, who then logs in with passkeys alone',
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  status: 204,
  async handle(call) {
    await removePassword(call.deps.auth, call.user(), callerOf(call))
    return new Response(null, { status: 204 })
  },
})
