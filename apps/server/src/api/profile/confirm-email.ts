import { confirmEmailChange } from '@freeor/accounts/email-change/commands'
import { confirmEmailAnswer, confirmEmailInput } from '@freeor/accounts/email-change/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from './caller-of.ts'

export const confirmEmailOperation = operation({
  id: 'confirmEmail',
  method: 'post',
  path: '/api/account/confirm_email',
  area: 'profile',
  summary: 'Gives the account its new address, when the code that was mailed there is right',
  access: 'user',
  reauthenticated: true,
  body: confirmEmailInput,
  answer: confirmEmailAnswer,
  handle: (call) =>
    confirmEmailChange(call.deps.auth, call.user(), call.body.verificationCode, callerOf(call)),
})
