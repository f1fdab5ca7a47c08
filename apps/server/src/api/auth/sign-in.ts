import { signedInAnswer, signInInput } from '@freeor/accounts/schema'
import { signIn } from '@freeor/accounts/sign-in/commands'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const signInOperation = operation({
  id: 'signIn',
  method: 'post',
  path: '/api/auth/sign-in/email',
  area: 'auth',
  summary:
    'Signs in with email and password. With two-factor on, `two_factor_required` holds the ticket of the second step',
  access: 'public',
  worksOnFullDisk: true,
  body: signInInput,
  maxBodyBytes: mostCredentialBytes,
  answer: signedInAnswer,
  handle: async (call) => new CookieAnswer(await signIn(call.deps.auth, sessionRequestOf(call), call.body)),
})
