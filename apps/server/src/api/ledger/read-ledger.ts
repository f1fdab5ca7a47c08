import { listLedger } from '@freeor/leads/allowance/ledger/queries'
import { ledgerEntryAnswer } from '@freeor/leads/allowance/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const readLedgerOperation = leadsOperation({
  id: 'readLedger',
  method: 'get',
  path: '/api/ledger',
  area: 'billing',
  summary: "The company's credits: every entry with who, when, which file, which lot",
  access: 'user',
  apiKeyScope: 'account',
  right: 'billing.read',
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(500).default(100),
    /** The `sequence` of the last one already seen. */
    before: z.coerce.number().int().positive().optional(),
  }),
  answer: z.object({ entries: z.array(ledgerEntryAnswer) }),
  async handle({ deps, company, query: { limit, before } }) {
    const page = before === undefined ? { limit } : { limit, before }
    return { entries: await listLedger(deps.db, await company(), page) }
  },
})
