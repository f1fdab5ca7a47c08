import { requireActivePlan } from '@freeor/billing/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { columnKey, dictId, suggestAnswer } from '@freeor/leads/schema'
import { suggestValues } from '@freeor/leads/search/suggest'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const suggestValuesOperation = operation({
  id: 'suggestValues',
  method: 'get',
  path: '/api/search/{dictId}/suggest',
  area: 'search',
  summary: 'Values of a column that begin with the text, from 2 characters, in any case, with counts',
  access: 'user',
  apiKeyScope: 'search',
  right: 'search',
  params: z.strictObject({ dictId }),
  query: z.strictObject({ column: columnKey, q: z.string().max(200).default('') }),
  answer: suggestAnswer,
  async handle({ deps, params, query, company, request }) {
    await requireActivePlan(deps.db, await company())
    const dataset = await getDataset(deps.db, params.dictId)
    return await suggestValues(deps.search, dataset, query, request.signal)
  },
})
