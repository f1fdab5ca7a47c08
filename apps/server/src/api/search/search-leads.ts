import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { dictId, searchAnswer, searchRequest } from '@freeor/leads/schema'
import { spendViews } from '@freeor/leads/search/commands'
import type { AnswerWay, SearchDeps } from '@freeor/leads/search/ports'
import { searchLeads } from '@freeor/leads/search/queries'
import { viewsPerDay } from '@freeor/leads/search/view-budget'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { searchPath } from './search-path.ts'

export const searchLeadsOperation = leadsOperation({
  id: 'searchLeads',
  method: 'post',
  path: `${searchPath}{dictId}`,
  area: 'search',
  summary: 'Exact count, cost of each clause, facets, map and first page of a search, from one version',
  access: 'user',
  apiKeyScope: 'search',
  whileImpersonating: 'read',
  right: 'search',
  params: z.strictObject({ dictId }),
  body: searchRequest,
  answer: searchAnswer,
  async handle({ deps, params, body, company, request, tell }) {
    const scope = await company()
    const reading = getDataset(deps.db, params.dictId, body.asOf)
    // Without a plan nobody learns whether there is such a dataset.
    reading.catch(() => undefined)
    const plan = await requireActivePlan(deps.db, scope)
    const dataset = await reading
    const ways = new Set<AnswerWay>()
    const search: SearchDeps = {
      ...deps.search,
      onAnswer(way) {
        ways.add(way)
        deps.search.onAnswer?.(way)
      },
    }
    const found = await searchLeads(search, scope, { dataset, request: body, signal: request.signal })
    tell({ answeredBy: [...ways] })
    const rows = found.rows.filter(({ owned }) => !owned).length
    const looking = { rows, most: viewsPerDay(plan.leads), now: deps.clock.now() }
    await spendViews(deps.db, scope, looking)
    return found
  },
})
