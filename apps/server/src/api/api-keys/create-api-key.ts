import { createApiKey } from '@freeor/accounts/api-keys/commands'
import { newApiKeyAnswer, newApiKeyInput } from '@freeor/accounts/api-keys/schema'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'

export const createApiKeyOperation = operation({
  id: 'createApiKey',
  method: 'post',
  path: '/api/account/api_keys',
  area: 'api-keys',
  summary: 'A key for a program, which acts as the person inside the company; it is shown this once',
  access: 'user',
  provenAddress: true,
  right: 'api_keys.manage',
  reauthenticated: true,
  body: newApiKeyInput,
  status: 201,
  answer: newApiKeyAnswer,
  handle: async (call) => await createApiKey(call.deps.auth, await actingIn(call), call.body),
})
