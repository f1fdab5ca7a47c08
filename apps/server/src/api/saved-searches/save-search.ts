import { deviceName } from '@freeor/accounts/sessions/device-name'
import { requireActivePlan } from '@freeor/leads/allowance/queries'
import { getDataset } from '@freeor/leads/dictionaries/queries'
import { saveSearch } from '@freeor/leads/saved-searches/commands'
import { savedSearch, savedSearchInput } from '@freeor/leads/saved-searches/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const saveSearchOperation = leadsOperation({
  id: 'saveSearch',
  method: 'post',
  path: '/api/saved-searches',
  area: 'saved searches',
  summary: 'Keeps a search with a geography under a name',
  access: 'user',
  apiKeyScope: 'saved-searches',
  whileImpersonating: 'allowed',
  right: 'searches.save',
  body: savedSearchInput,
  answer: savedSearch,
  status: 201,
  async handle({ deps, company, body, request }) {
    const scope = await company()
    await requireActivePlan(deps.db, scope)
    const dataset = await getDataset(deps.db, body.dictId)
    const device = deviceName(request.headers.get('user-agent'))
    return await saveSearch(deps, scope, { dataset, input: body, device })
  },
})
