import { renamePasskey } from '@freeor/accounts/passkeys/commands'
import { passkeyAnswer, passkeyParams, renamePasskeyInput } from '@freeor/accounts/passkeys/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const renamePasskeyOperation = operation({
  id: 'renamePasskey',
  method: 'patch',
  path: '/api/account/passkeys/{passkeyId}',
  area: 'passkeys',
  summary: "Gives one of the person's own passkeys another name",
  access: 'user',
  params: passkeyParams,
  body: renamePasskeyInput,
  answer: passkeyAnswer,
  handle: (call) =>
    renamePasskey(call.deps.auth, call.user(), { ...call.params, ...call.body }, callerOf(call)),
})
