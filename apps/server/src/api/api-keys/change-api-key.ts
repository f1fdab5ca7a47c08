import { changeApiKey } from '@freeor/accounts/api-keys/commands'
import { apiKeyAnswer, apiKeyChanges, apiKeyParams } from '@freeor/accounts/api-keys/schema'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'

export const changeApiKeyOperation = operation({
  id: 'changeApiKey',
  method: 'patch',
  path: '/api/account/api_keys/{apiKeyId}',
  area: 'api-keys',
  summary: "Changes a key's daily budget in leads; null takes the limit away",
  access: 'user',
  provenAddress: true,
  right: 'api_keys.manage',
  reauthenticated: true,
  params: apiKeyParams,
  body: apiKeyChanges,
  answer: apiKeyAnswer,
  async handle(call) {
    const { apiKeyId } = call.params
    return await changeApiKey(call.deps.auth, await actingIn(call), { apiKeyId, changes: call.body })
  },
})
