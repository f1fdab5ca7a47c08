import { readUseOverTime } from '@freeor/leads/allowance/ledger/queries'
import { useOverTimeAnswer } from '@freeor/leads/allowance/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readUseOverTimeOperation = leadsOperation({
  id: 'readUseOverTime',
  method: 'get',
  path: '/api/ledger/months',
  area: 'billing',
  summary: 'Leads used in the last twelve months, by month and by person',
  access: 'user',
  apiKeyScope: 'account',
  right: 'billing.read',
  answer: useOverTimeAnswer,
  handle: async ({ deps, company }) => await readUseOverTime(deps.db, await company(), deps.clock.now()),
})
