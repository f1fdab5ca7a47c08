import { readSpending } from '@freeor/leads/spending/queries'
import { spendingAnswer } from '@freeor/leads/spending/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readSpendingOperation = leadsOperation({
  id: 'readSpending',
  method: 'get',
  path: '/api/spending',
  area: 'downloads',
  summary:
    'What members may take and have taken in the running period, and downloads that wait for approval: of all for the owner and admins, else one’s own',
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'downloads.order',
  answer: spendingAnswer,
  handle: async ({ deps, company }) => await readSpending(deps.db, await company(), deps.clock.now()),
})
