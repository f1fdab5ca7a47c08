import { approveDownload } from '@freeor/leads/spending/approvals/commands'
import { downloadApproval } from '@freeor/leads/spending/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'
import { refusedBy } from '../downloads/refuse-quote.ts'
import { approvalParams } from './approval-params.ts'

export const approveDownloadOperation = leadsOperation({
  id: 'approveDownload',
  method: 'post',
  path: '/api/download-approvals/{approvalId}/approve',
  area: 'downloads',
  summary:
    'Makes the download in the name of the member who asked, for at most the leads that were asked for. Nobody approves their own; approved twice, it is one download',
  access: 'user',
  provenAddress: true,
  right: 'people.manage',
  params: approvalParams,
  answer: downloadApproval,
  async handle(call) {
    const approved = await approveDownload(call.deps, await actingIn(call), call.params.approvalId)
    if (approved.outcome === 'ok') return approved.approval
    throw refusedBy(approved.outcome, approved.quote)
  },
})
