import { getCompanySummary } from '@freeor/billing/admin/queries'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { grantInput } from '@freeor/leads/allowance/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actionOf, companyParams } from './action.ts'

export const grantLeadsOperation = leadsOperation({
  id: 'grantLeads',
  method: 'post',
  path: '/api/admin/companies/{companyId}/grants',
  area: 'operations',
  summary: 'Give a company leads beside its plan, once a key',
  access: 'super_admin',
  params: companyParams,
  body: grantInput,
  answer: z.object({ status: z.enum(['granted', 'already_granted']), lotId: z.string().optional() }),
  async handle(call) {
    const { deps, params, body } = call
    const { id: companyId } = await getCompanySummary(deps.db, { ...params, site: call.site })
    const { amount, key, reason } = body
    const expiresAt = body.expiresAt === undefined ? null : new Date(body.expiresAt)
    return await grantByHand(deps.db, { ...actionOf(call), companyId, amount, key, reason, expiresAt })
  },
})
