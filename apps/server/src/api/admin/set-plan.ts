import { setPlanByHand } from '@freeor/billing/admin/commands'
import { getCompanySummary } from '@freeor/billing/admin/queries'
import { planInput } from '@freeor/billing/admin/schema'
import { operation } from '../../http/operation.ts'
import { actionOf, companyParams } from './action.ts'

export const setPlanOperation = operation({
  id: 'setPlan',
  method: 'post',
  path: '/api/admin/companies/{companyId}/plan',
  area: 'operations',
  summary: 'Put a company that no provider bills on a plan, without a charge',
  access: 'super_admin',
  params: companyParams,
  body: planInput,
  status: 204,
  async handle(call) {
    const { deps, params, body } = call
    const { id: companyId } = await getCompanySummary(deps.db, { ...params, site: call.site })
    await setPlanByHand(deps.db, { ...actionOf(call), ...body, companyId })
    return new Response(null, { status: 204 })
  },
})
