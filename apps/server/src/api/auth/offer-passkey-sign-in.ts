import { passkeyOptionsAnswer, passkeySignInOptionsInput } from '@freeor/accounts/passkeys/schema'
import { offerPasskeySignIn } from '@freeor/accounts/sign-in/with-passkey'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const offerPasskeySignInOperation = operation({
  id: 'offerPasskeySignIn',
  method: 'post',
  path: '/api/auth/passkey/options',
  area: 'auth',
  summary:
    'What a browser signs in by a passkey with (`navigator.credentials.get`); with a ticket, as the second step',
  access: 'public',
  worksOnFullDisk: true,
  body: passkeySignInOptionsInput,
  maxBodyBytes: mostCredentialBytes,
  answer: passkeyOptionsAnswer,
  handle: (call) => offerPasskeySignIn(call.deps.auth, sessionRequestOf(call), call.body.ticket),
})
