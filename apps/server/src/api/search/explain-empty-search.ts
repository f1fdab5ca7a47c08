import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { dictId, emptyAnswer, emptyRequest } from '@freeor/leads/schema'
import { findConflict } from '@freeor/leads/search/find-conflict'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const explainEmptySearchOperation = leadsOperation({
  id: 'explainEmptySearch',
  method: 'post',
  path: '/api/search/{dictId}/why-empty',
  area: 'search',
  summary: 'Why a search finds nothing: the smallest set of clauses that excludes all, and what to remove',
  access: 'user',
  apiKeyScope: 'search',
  whileImpersonating: 'read',
  right: 'search',
  params: z.strictObject({ dictId }),
  body: emptyRequest,
  answer: emptyAnswer,
  async handle({ deps, params, body, company, request }) {
    const scope = await company()
    await requireActivePlan(deps.db, scope)
    const dataset = await getDataset(deps.db, params.dictId, body.asOf)
    return await findConflict(deps.search, scope, { dataset, request: body, signal: request.signal })
  },
})
