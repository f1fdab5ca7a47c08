import { passkeySignInInput } from '@freeor/accounts/passkeys/schema'
import { signedInAnswer } from '@freeor/accounts/schema'
import { signInWithPasskey } from '@freeor/accounts/sign-in/with-passkey'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { sessionRequestOf } from './session-request.ts'

export const signInWithPasskeyOperation = operation({
  id: 'signInWithPasskey',
  method: 'post',
  path: '/api/auth/passkey',
  area: 'auth',
  summary: 'Signs in by a passkey: alone, or with a ticket as the second step',
  access: 'public',
  worksOnFullDisk: true,
  body: passkeySignInInput,
  answer: signedInAnswer,
  handle: async (call) =>
    new CookieAnswer(await signInWithPasskey(call.deps.auth, sessionRequestOf(call), call.body)),
})
