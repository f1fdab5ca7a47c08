import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { countPlots } from '@freeor/leads/plots/queries'
import { plotsAnswer, plotsRequest } from '@freeor/leads/plots/schema'
import { dictId } from '@freeor/leads/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const countPlotsOperation = leadsOperation({
  id: 'countPlots',
  method: 'post',
  path: '/api/search/{dictId}/plots',
  area: 'search',
  summary:
    'The leads of a search by state, size, category and year, in exact counts; each bar has the clause that narrows the search to it',
  access: 'user',
  apiKeyScope: 'search',
  whileImpersonating: 'read',
  right: 'search',
  params: z.strictObject({ dictId }),
  body: plotsRequest,
  answer: plotsAnswer,
  async handle({ deps, params, body, company, request }) {
    const scope = await company()
    await requireActivePlan(deps.db, scope)
    const dataset = await getDataset(deps.db, params.dictId, body.asOf)
    return await countPlots(deps.search, scope, { dataset, request: body, signal: request.signal })
  },
})
