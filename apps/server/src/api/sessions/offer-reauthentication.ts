import { passkeyOptionsAnswer } from '@freeor/accounts/passkeys/schema'
import { offerReauthentication } from '@freeor/accounts/sessions/commands'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const offerReauthenticationOperation = operation({
  id: 'offerReauthentication',
  method: 'post',
  path: '/api/account/reauthenticate/passkey/options',
  area: 'sessions',
  summary: 'What a browser shows a passkey with (`navigator.credentials.get`) in place of the password',
  access: 'user',
  answer: passkeyOptionsAnswer,
  handle: (call) => offerReauthentication(call.deps.auth, call.user(), callerOf(call)),
})
