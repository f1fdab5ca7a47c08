import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { readLead } from '@freeor/leads/lead-details/queries'
import { leadDetails, leadId } from '@freeor/leads/lead-details/schema'
import { dictId, emptyRequest } from '@freeor/leads/schema'
import { spendViews } from '@freeor/leads/search/commands'
import { viewsPerDay } from '@freeor/leads/search/view-budget'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readLeadOperation = leadsOperation({
  id: 'readLead',
  method: 'post',
  path: '/api/search/{dictId}/leads/{leadId}',
  area: 'search',
  summary:
    'Everything known of one lead: values with their source and date, its versions, how a search finds it',
  access: 'user',
  apiKeyScope: 'search',
  whileImpersonating: 'read',
  right: 'search',
  params: z.strictObject({ dictId, leadId }),
  body: emptyRequest,
  answer: leadDetails,
  async handle({ deps, params, body, company, request }) {
    const scope = await company()
    const plan = await requireActivePlan(deps.db, scope)
    const dataset = await getDataset(deps.db, params.dictId, body.asOf)
    const asked = { dataset, leadId: params.leadId, request: body, signal: request.signal }
    const found = await readLead(deps, scope, asked)
    // As a row of a search: pages of leads are no way around the day's budget.
    const rows = [found.lead, ...found.sameBusiness].filter(({ owned }) => !owned).length
    const looking = { rows, most: viewsPerDay(plan.leads), now: deps.clock.now() }
    await spendViews(deps.db, scope, looking)
    return found
  },
})
