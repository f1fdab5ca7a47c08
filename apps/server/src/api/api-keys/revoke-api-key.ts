import { revokeApiKey } from '@freeor/accounts/api-keys/commands'
import { apiKeyParams } from '@freeor/accounts/api-keys/schema'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'

export const revokeApiKeyOperation = operation({
  id: 'revokeApiKey',
  method: 'delete',
  path: '/api/account/api_keys/{apiKeyId}',
  area: 'api-keys',
  summary: 'Ends a key at once',
  access: 'user',
  right: 'api_keys.manage',
  params: apiKeyParams,
  status: 204,
  async handle(call) {
    await revokeApiKey(call.deps.auth, await actingIn(call), call.params.apiKeyId)
    return new Response(null, { status: 204 })
  },
})
