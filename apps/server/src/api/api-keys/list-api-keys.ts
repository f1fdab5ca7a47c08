import { listApiKeys } from '@freeor/accounts/api-keys/queries'
import { apiKeyListAnswer, apiKeyScopes } from '@freeor/accounts/api-keys/schema'
import { operation } from '../../http/operation.ts'

export const listApiKeysOperation = operation({
  id: 'listApiKeys',
  method: 'get',
  path: '/api/account/api_keys',
  area: 'api-keys',
  summary: "The person's own keys for the company they work in",
  access: 'user',
  right: 'api_keys.manage',
  whileImpersonating: 'refused',
  answer: apiKeyListAnswer,
  async handle({ deps, company }) {
    return { apiKeys: await listApiKeys(deps.db, await company()), scopes: [...apiKeyScopes] }
  },
})
