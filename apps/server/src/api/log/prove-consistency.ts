import { proveConsistency } from '@freeor/credits/log/queries'
import { consistencyAnswer } from '@freeor/leads/receipts/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

const size = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const proveLogConsistencyOperation = leadsOperation({
  id: 'proveLogConsistency',
  method: 'get',
  path: '/api/log/consistency',
  area: 'log',
  summary: 'The proof that the ledger log of one size is the beginning of a later one',
  access: 'public',
  anyOrigin: true,
  query: z.strictObject({ first: size, second: size }),
  answer: consistencyAnswer,
  handle: async ({ deps, query }) => ({ ...query, proof: await proveConsistency(deps.db, query) }),
})
