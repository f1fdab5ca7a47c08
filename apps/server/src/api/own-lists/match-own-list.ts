import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { readMatch } from '@freeor/leads/own-lists/read-match'
import { ownListMatch } from '@freeor/leads/own-lists/schema'
import { dictId } from '@freeor/leads/schema'
import { spendViews } from '@freeor/leads/search/commands'
import { viewsPerDay } from '@freeor/leads/search/view-budget'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { ownListParams } from './own-list-params.ts'

export const matchOwnListOperation = leadsOperation({
  id: 'matchOwnList',
  method: 'post',
  path: '/api/own-lists/{ownListId}/match',
  area: 'downloads',
  summary:
    'Compares a list with a dataset by email, telephone number, domain, or name with ZIP or address: how many of its rows are there, and the first of them with contact cells covered. `filters` are those of a search or an order for the leads that match, and for all others',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: ownListParams,
  body: z.strictObject({ dictId }),
  answer: ownListMatch,
  async handle({ deps, company, params, body }) {
    const scope = await company()
    const plan = await requireActivePlan(deps.db, scope)
    const dataset = await getDataset(deps.db, body.dictId)
    const found = await readMatch(deps, scope, { id: params.ownListId, dataset })
    const rows = found.preview.filter(({ lead }) => lead !== null && !lead.owned).length
    await spendViews(deps.db, scope, { rows, most: viewsPerDay(plan.leads), now: deps.clock.now() })
    return found
  },
})
