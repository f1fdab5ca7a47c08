import { listHeads } from '@freeor/credits/log/queries'
import { toHead } from '@freeor/leads/receipts/queries'
import { headsAnswer } from '@freeor/leads/receipts/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listLogHeadsOperation = leadsOperation({
  id: 'listLogHeads',
  method: 'get',
  path: '/api/log/heads',
  area: 'log',
  summary: 'Every signed head of the ledger log, the newest first',
  access: 'public',
  anyOrigin: true,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** The `treeSize` of the last one already seen. */
    before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answer: headsAnswer,
  handle: async ({ deps, query }) => ({ heads: (await listHeads(deps.db, query)).map(toHead) }),
})
