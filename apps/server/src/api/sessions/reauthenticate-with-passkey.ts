import { passkeyReauthenticationInput } from '@freeor/accounts/passkeys/schema'
import { reauthenticateWithPasskey } from '@freeor/accounts/sessions/commands'
import { reauthenticatedAnswer } from '@freeor/accounts/sessions/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const reauthenticateWithPasskeyOperation = operation({
  id: 'reauthenticateWithPasskey',
  method: 'post',
  path: '/api/account/reauthenticate/passkey',
  area: 'sessions',
  summary: 'Shows a passkey in place of the password: what wants it is open in this session for ten minutes',
  access: 'user',
  body: passkeyReauthenticationInput,
  answer: reauthenticatedAnswer,
  handle: (call) =>
    reauthenticateWithPasskey(call.deps.auth, call.user(), call.body.credential, callerOf(call)),
})
