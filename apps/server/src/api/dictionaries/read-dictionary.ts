import { getDataset } from '@freeor/leads/dictionaries/queries'
import { dictId, dictionary } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readDictionaryOperation = leadsOperation({
  id: 'readDictionary',
  method: 'get',
  path: '/api/dictionaries/{dictId}',
  area: 'search',
  summary: 'One dataset with its columns',
  access: 'user',
  apiKeyScope: 'search',
  right: 'search',
  params: z.strictObject({ dictId }),
  answer: dictionary,
  handle: async ({ deps, params }) => (await getDataset(deps.db, params.dictId)).dictionary,
})
