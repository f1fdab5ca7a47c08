import { getDataset } from '@freeor/leads/dictionaries/queries'
import { findDuplicates } from '@freeor/leads/duplicates/queries'
import { duplicatesAnswer, duplicatesRequest } from '@freeor/leads/duplicates/schema'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const findDuplicatesOperation = leadsOperation({
  id: 'findDuplicates',
  method: 'post',
  path: '/api/search/{dictId}/duplicates',
  area: 'search',
  summary:
    'What was saved and downloaded of the same area, by the sum of its bounding box: a hint, never a refusal',
  access: 'user',
  apiKeyScope: 'search',
  whileImpersonating: 'read',
  right: 'search',
  params: z.strictObject({ dictId }),
  body: duplicatesRequest,
  answer: duplicatesAnswer,
  async handle({ deps, params, body, company }) {
    const scope = await company()
    const dataset = await getDataset(deps.db, params.dictId, body.asOf)
    return await findDuplicates(deps, scope, { dataset, input: body })
  },
})
