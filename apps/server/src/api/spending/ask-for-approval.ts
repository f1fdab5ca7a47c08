import { downloadRequest } from '@freeor/leads/downloads/schema'
import { askForApproval } from '@freeor/leads/spending/approvals/commands'
import { approvalNote, downloadApproval } from '@freeor/leads/spending/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { refusedBy } from '../downloads/refuse-quote.ts'

export const askForApprovalOperation = leadsOperation({
  id: 'askForApproval',
  method: 'post',
  path: '/api/download-approvals',
  area: 'downloads',
  summary:
    'Asks the owner and admins for a download above one’s limit, at most at today’s price. Nothing is taken before one of them approves it; after 14 days it expires',
  access: 'user',
  provenAddress: true,
  apiKeyScope: 'downloads.order',
  right: 'downloads.order',
  body: z.strictObject({ order: downloadRequest, note: approvalNote }),
  answer: downloadApproval,
  status: 201,
  async handle({ deps, company, body: { order, note } }) {
    const asked = await askForApproval(deps, await company(), { input: order, note })
    if (asked.outcome === 'ok') return asked.approval
    throw refusedBy(asked.outcome, asked.quote)
  },
})
