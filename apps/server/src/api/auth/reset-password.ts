import { resetPassword } from '@freeor/accounts/credentials/passwords/commands'
import { doneAnswer, resetPasswordInput } from '@freeor/accounts/schema'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const resetPasswordOperation = operation({
  id: 'resetPassword',
  method: 'post',
  path: '/api/auth/reset-password',
  area: 'auth',
  summary: 'Sets a new password with the token of a reset mail, once. Every session and API key ends',
  access: 'public',
  body: resetPasswordInput,
  maxBodyBytes: mostCredentialBytes,
  answer: doneAnswer,
  async handle(call) {
    const { cookies } = await resetPassword(call.deps.auth, sessionRequestOf(call), call.body)
    return new CookieAnswer({ body: { status: true as const }, cookies })
  },
})
