import { signedInAnswer } from '@freeor/accounts/schema'
import { signInWithCode } from '@freeor/accounts/sign-in/second-step'
import { twoFactorSignInInput } from '@freeor/accounts/two-factor/schema'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const signInWithCodeOperation = operation({
  id: 'signInWithCode',
  method: 'post',
  path: '/api/auth/two-factor',
  area: 'auth',
  summary: 'The second step of signing in: the ticket of the first with a code of the app, or a backup code',
  access: 'public',
  worksOnFullDisk: true,
  body: twoFactorSignInInput,
  maxBodyBytes: mostCredentialBytes,
  answer: signedInAnswer,
  handle: async (call) =>
    new CookieAnswer(await signInWithCode(call.deps.auth, sessionRequestOf(call), call.body)),
})
