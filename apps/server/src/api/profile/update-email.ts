import { startEmailChange } from '@freeor/accounts/email-change/commands'
import { newEmailAnswer, newEmailInput } from '@freeor/accounts/email-change/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from './caller-of.ts'

export const updateEmailOperation = operation({
  id: 'updateEmail',
  method: 'post',
  path: '/api/account/update_email',
  area: 'profile',
  summary: 'Sends a code to the new address; the account keeps the old one until the code comes back',
  access: 'user',
  reauthenticated: true,
  body: newEmailInput,
  status: 202,
  answer: newEmailAnswer,
  handle: (call) => startEmailChange(call.deps.auth, call.user(), call.body.email, callerOf(call)),
})
