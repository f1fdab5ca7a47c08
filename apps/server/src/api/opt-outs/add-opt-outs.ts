import { addOptOuts } from '@freeor/leads/opt-outs/commands'
import { optOutsAdded, optOutsInput } from '@freeor/leads/opt-outs/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { actionOf } from '../admin/action.ts'

export const addOptOutsOperation = leadsOperation({
  id: 'addOptOuts',
  method: 'post',
  path: '/api/opt-outs',
  area: 'operations',
  summary:
    'Puts people on the do-not-contact list, which binds everyone; answers when their leads are in no dataset, search or file any more',
  access: 'super_admin',
  body: optOutsInput,
  maxBodyBytes: 1_100_000,
  answer: optOutsAdded,
  status: 201,
  async handle(call) {
    const { text, reason } = call.body
    return await addOptOuts(call.deps, text, { ...actionOf(call), reason })
  },
})
