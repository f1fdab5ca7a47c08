import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { columnKey, dictId, suggestAnswer } from '@freeor/leads/schema'
import { spendViews } from '@freeor/leads/search/commands'
import { suggestValues } from '@freeor/leads/search/suggest'
import { rowsOfSuggestions, viewsPerDay } from '@freeor/leads/search/view-budget'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const suggestValuesOperation = leadsOperation({
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
    const scope = await company()
    const plan = await requireActivePlan(deps.db, scope)
    const dataset = await getDataset(deps.db, params.dictId)
    const found = await suggestValues(deps.search, dataset, query, request.signal)
    const rows = rowsOfSuggestions(found.values.length)
    const looking = { rows, most: viewsPerDay(plan.leads), now: deps.clock.now() }
    await spendViews(deps.db, scope, looking)
    return found
  },
})
