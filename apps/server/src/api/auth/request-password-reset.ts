import { requestPasswordReset } from '@freeor/accounts/credentials/passwords/commands'
import { doneAnswer, requestPasswordResetInput } from '@freeor/accounts/schema'
import { operation } from '../../http/operation.ts'
import { onTheBeat } from './on-the-beat.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const requestPasswordResetOperation = operation({
  id: 'requestPasswordReset',
  method: 'post',
  path: '/api/auth/request-password-reset',
  area: 'auth',
  summary: 'Mails a link that sets a new password. An unknown address is answered alike',
  access: 'public',
  body: requestPasswordResetInput,
  maxBodyBytes: mostCredentialBytes,
  answer: doneAnswer,
  handle: (call) =>
    onTheBeat(async () => {
      await requestPasswordReset(call.deps.auth, sessionRequestOf(call), call.body)
      return { status: true as const }
    }),
})
