import { beginPasskey } from '@freeor/accounts/passkeys/commands'
import { passkeyOptionsAnswer } from '@freeor/accounts/passkeys/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const beginPasskeyOperation = operation({
  id: 'beginPasskey',
  method: 'post',
  path: '/api/account/passkeys/options',
  area: 'passkeys',
  summary:
    'What a browser makes a passkey with (`navigator.credentials.create`), for five minutes in this session',
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  answer: passkeyOptionsAnswer,
  handle: (call) => beginPasskey(call.deps.auth, call.user(), callerOf(call)),
})
