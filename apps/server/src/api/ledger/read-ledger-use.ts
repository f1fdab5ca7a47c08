import { readLedgerUse } from '@freeor/leads/allowance/ledger/queries'
import { ledgerUseAnswer } from '@freeor/leads/allowance/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readLedgerUseOperation = leadsOperation({
  id: 'readLedgerUse',
  method: 'get',
  path: '/api/ledger/use',
  area: 'billing',
  summary: 'Leads used on each day of the running billing period',
  access: 'user',
  apiKeyScope: 'account',
  right: 'billing.read',
  answer: ledgerUseAnswer,
  handle: async ({ deps, company }) => await readLedgerUse(deps.db, await company(), deps.clock.now()),
})
