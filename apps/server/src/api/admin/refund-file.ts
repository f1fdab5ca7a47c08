import { reasonBody } from '@freeor/accounts/admin/schema'
import { refundByHand } from '@freeor/leads/allowance/by-hand/commands'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actionOf } from './action.ts'

export const refundFileOperation = leadsOperation({
  id: 'refundFile',
  method: 'post',
  path: '/api/admin/downloads/{downloadId}/refund',
  area: 'operations',
  summary: 'Give a company back the leads that a file cost, once',
  access: 'super_admin',
  params: z.strictObject({ downloadId: z.string().max(60) }),
  body: reasonBody,
  answer: z.object({ status: z.enum(['refunded', 'already_refunded']), amount: z.number().int().optional() }),
  async handle(call) {
    const { deps, params, body } = call
    return await refundByHand(deps.db, { ...actionOf(call), ...params, ...body })
  },
})
