import { readIdentities } from '@freeor/accounts/identities/commands'
import { identityListAnswer } from '@freeor/accounts/identities/schema'
import { operation } from '../../http/operation.ts'

export const listIdentitiesOperation = operation({
  id: 'listIdentities',
  method: 'get',
  path: '/api/account/identities',
  area: 'identities',
  summary: 'The accounts at providers that the person logs in with, and the providers that are set up here',
  access: 'user',
  whileImpersonating: 'refused',
  answer: identityListAnswer,
  handle: (call) => readIdentities(call.deps.auth, call.user()),
})
