import { setSpendingLimit } from '@freeor/leads/spending/commands'
import { spendingLimitInput } from '@freeor/leads/spending/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actingIn } from '../company/acting.ts'

export const setSpendingLimitOperation = leadsOperation({
  id: 'setSpendingLimit',
  method: 'put',
  path: '/api/spending/limits/{memberId}',
  area: 'downloads',
  summary:
    'Sets how many new leads a member may take in a billing period; null: as many as the company has. Nobody sets their own',
  access: 'user',
  right: 'people.manage',
  params: z.strictObject({ memberId: z.string().max(60) }),
  body: spendingLimitInput,
  status: 204,
  async handle(call) {
    const { memberId } = call.params
    await setSpendingLimit(call.deps, await actingIn(call), { memberId, leads: call.body.leads })
    return new Response(null, { status: 204 })
  },
})
