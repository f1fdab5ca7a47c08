import { listReceiptKeys } from '@freeor/leads/receipts/queries'
import { logKeysAnswer } from '@freeor/leads/receipts/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listLogKeysOperation = leadsOperation({
  id: 'listLogKeys',
  method: 'get',
  path: '/api/log/keys',
  area: 'log',
  summary: 'The public keys of quotes, receipts and heads of the ledger log, retired ones too',
  access: 'public',
  anyOrigin: true,
  answer: logKeysAnswer,
  handle: async ({ deps }) => ({ keys: await listReceiptKeys(deps.ledgerLog) }),
})
