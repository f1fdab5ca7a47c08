import { setPlanByHand } from '@freeor/billing/operator/commands'
import { getCompanySummary } from '@freeor/billing/operator/queries'
import { planInput } from '@freeor/billing/operator/schema'
import { operation } from '../../http/operation.ts'
import { companyParams, deedOf } from './deed.ts'

export const setPlan = operation({
  id: 'setPlan',
  method: 'post',
  path: '/api/operator/companies/{companyId}/plan',
  area: 'operations',
  summary: 'Put a company that no provider bills on a plan, without a charge',
  access: 'operator',
  params: companyParams,
  body: planInput,
  status: 204,
  async handle(call) {
    const { deps, params, body } = call
    const { id: companyId } = await getCompanySummary(deps.db, { ...params, site: call.site })
    await setPlanByHand(deps.db, { ...deedOf(call), ...body, companyId })
    return new Response(null, { status: 204 })
  },
})
