import { createZipList, zipListLimits } from '@freeor/leads/zip-lists/commands'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const createZipListOperation = leadsOperation({
  id: 'createZipList',
  method: 'post',
  path: '/api/zip-lists',
  area: 'search',
  summary: 'Keeps a typed, pasted or uploaded list of ZIP codes, to search by as zip:@ID',
  access: 'user',
  apiKeyScope: 'search',
  whileImpersonating: 'allowed',
  right: 'search',
  maxBodyBytes: zipListLimits.characters + 1024,
  body: z.strictObject({ text: z.string() }),
  answer: z.object({ id: z.string(), count: z.int(), unknown: z.array(z.string()) }),
  handle: async ({ deps, company, body }) => await createZipList(deps, await company(), body.text),
})
