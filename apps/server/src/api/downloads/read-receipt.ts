import { readReceipt } from '@freeor/leads/receipts/queries'
import { receipt } from '@freeor/leads/receipts/schema'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'
import { downloadParams } from './read-download.ts'

export const readReceiptOperation = leadsOperation({
  id: 'readReceipt',
  method: 'get',
  path: '/api/downloads/{downloadId}/receipt',
  area: 'downloads',
  summary: 'A signed receipt of a ready download, with the proof that the ledger has its price',
  access: 'user',
  apiKeyScope: 'downloads',
  right: 'downloads.read',
  params: downloadParams,
  answer: receipt,
  handle: async ({ deps, company, params }) =>
    await readReceipt(deps.ledgerLog, await company(), params.downloadId),
})
