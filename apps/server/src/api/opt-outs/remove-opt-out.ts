import { reasonBody } from '@freeor/accounts/admin/schema'
import { removeOptOut } from '@freeor/leads/opt-outs/commands'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actionOf } from '../admin/action.ts'

export const removeOptOutOperation = leadsOperation({
  id: 'removeOptOut',
  method: 'post',
  path: '/api/opt-outs/{optOutId}/remove',
  area: 'operations',
  summary: 'Takes an entry off the do-not-contact list; its leads come back with the next import',
  access: 'super_admin',
  params: z.strictObject({ optOutId: z.string().max(60) }),
  body: reasonBody,
  status: 204,
  async handle(call) {
    await removeOptOut(call.deps, call.params.optOutId, { ...actionOf(call), ...call.body })
    return new Response(null, { status: 204 })
  },
})
