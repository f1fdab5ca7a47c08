import { listDictionaries } from '@freeor/leads/dictionaries/queries'
import { dictionary } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listDictionariesOperation = leadsOperation({
  id: 'listDictionaries',
  method: 'get',
  path: '/api/dictionaries',
  area: 'search',
  summary: 'The datasets that can be searched',
  access: 'user',
  apiKeyScope: 'search',
  right: 'search',
  answer: z.object({ dictionaries: z.array(dictionary) }),
  handle: async ({ deps }) => ({ dictionaries: await listDictionaries(deps.db) }),
})
