import { signUp } from '@freeor/accounts/credentials/commands'
import { doneAnswer, signUpInput } from '@freeor/accounts/schema'
import { operation } from '../../http/operation.ts'
import { onTheBeat } from './on-the-beat.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const signUpOperation = operation({
  id: 'signUp',
  method: 'post',
  path: '/api/auth/sign-up/email',
  area: 'auth',
  summary:
    'Makes an account. A taken address is answered alike, and its owner told by mail; signing in comes next',
  access: 'public',
  body: signUpInput,
  maxBodyBytes: mostCredentialBytes,
  answer: doneAnswer,
  handle: (call) =>
    onTheBeat(async () => {
      await signUp(call.deps.auth, call.body, sessionRequestOf(call))
      return { status: true as const }
    }),
})
