import { readDoNotCall } from '@freeor/leads/do-not-call/queries'
import { doNotCallRegistry } from '@freeor/leads/do-not-call/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readDoNotCallOperation = leadsOperation({
  id: 'readDoNotCall',
  method: 'get',
  path: '/api/do-not-call',
  area: 'search',
  summary:
    'The do-not-call registry that telephone numbers are marked by, and how old it is; null without one',
  access: 'user',
  apiKeyScope: 'search',
  right: 'search',
  answer: z.object({ registry: doNotCallRegistry.nullable() }),
  handle: async ({ deps }) => ({ registry: await readDoNotCall(deps) }),
})
