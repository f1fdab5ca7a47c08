import { withdrawRequest } from '@freeor/leads/spending/approvals/commands'
import { downloadApproval } from '@freeor/leads/spending/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { approvalParams } from './approval-params.ts'

export const withdrawRequestOperation = leadsOperation({
  id: 'withdrawRequest',
  method: 'post',
  path: '/api/download-approvals/{approvalId}/withdraw',
  area: 'downloads',
  summary: 'Takes one’s own request for a download back',
  access: 'user',
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  params: approvalParams,
  answer: downloadApproval,
  handle: async ({ deps, company, params }) =>
    await withdrawRequest(deps, await company(), params.approvalId),
})
