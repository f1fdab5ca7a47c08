import { reauthenticate } from '@freeor/accounts/sessions/commands'
import { reauthenticatedAnswer, reauthenticateInput } from '@freeor/accounts/sessions/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const reauthenticateOperation = operation({
  id: 'reauthenticate',
  method: 'post',
  path: '/api/account/reauthenticate',
  area: 'sessions',
  summary: 'Gives the password again: what wants it is open in this session for ten minutes',
  access: 'user',
  body: reauthenticateInput,
  answer: reauthenticatedAnswer,
  handle: (call) => reauthenticate(call.deps.auth, call.user(), call.body, callerOf(call)),
})
