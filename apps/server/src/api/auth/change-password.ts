import { changePassword } from '@freeor/accounts/credentials/passwords/commands'
import { changedPasswordAnswer, changePasswordInput } from '@freeor/accounts/schema'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const changePasswordOperation = operation({
  id: 'changePassword',
  method: 'post',
  path: '/api/auth/change-password',
  area: 'auth',
  summary:
    'Sets another password. Every other session ends, and API keys when told; the answer is a new session',
  access: 'user',
  body: changePasswordInput,
  maxBodyBytes: mostCredentialBytes,
  answer: changedPasswordAnswer,
  async handle(call) {
    const request = sessionRequestOf(call)
    const { body, cookies } = await changePassword(call.deps.auth, request, call.user(), call.body)
    return new CookieAnswer({ body: { status: true as const, ...body }, cookies })
  },
})
