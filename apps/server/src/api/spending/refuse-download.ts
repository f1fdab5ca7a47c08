import { refuseDownload } from '@freeor/leads/spending/approvals/commands'
import { downloadApproval, refusalInput } from '@freeor/leads/spending/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'
import { approvalParams } from './approval-params.ts'

export const refuseDownloadOperation = leadsOperation({
  id: 'refuseDownload',
  method: 'post',
  path: '/api/download-approvals/{approvalId}/refuse',
  area: 'downloads',
  summary: 'Refuses a download that waits for approval; the member is told why',
  access: 'user',
  right: 'people.manage',
  params: approvalParams,
  body: refusalInput,
  answer: downloadApproval,
  handle: async (call) =>
    await refuseDownload(call.deps, await actingIn(call), {
      id: call.params.approvalId,
      reason: call.body.reason,
    }),
})
