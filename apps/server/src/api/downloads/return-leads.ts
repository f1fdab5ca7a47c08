import { returnLeads } from '@freeor/leads/returns/commands'
import { returnAnswer, returnInput } from '@freeor/leads/returns/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { downloadParams } from './read-download.ts'

export const returnLeadsOperation = leadsOperation({
  id: 'returnLeads',
  method: 'post',
  path: '/api/downloads/{downloadId}/returns',
  area: 'downloads',
  summary:
    'Sends leads of a file back whose email or telephone does not work. What a rule finds to be bad is given back at once, each lead once ever; a person looks at the others. 409 after the term, and for a file that was refunded',
  access: 'user',
  provenAddress: true,
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: downloadParams,
  body: returnInput,
  answer: returnAnswer,
  async handle({ deps, company, params, body, request }) {
    const device = request.headers.get('user-agent') ?? ''
    return await returnLeads(deps.returns, await company(), { ...params, ...body, device })
  },
})
