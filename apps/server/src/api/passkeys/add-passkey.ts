import { addPasskey } from '@freeor/accounts/passkeys/commands'
import { addPasskeyInput, passkeyAnswer } from '@freeor/accounts/passkeys/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const addPasskeyOperation = operation({
  id: 'addPasskey',
  method: 'post',
  path: '/api/account/passkeys',
  area: 'passkeys',
  summary: 'Keeps the passkey that a browser made; its person is told by mail',
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  body: addPasskeyInput,
  answer: passkeyAnswer,
  status: 201,
  handle: (call) => addPasskey(call.deps.auth, call.user(), call.body, callerOf(call)),
})
