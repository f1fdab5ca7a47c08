import { searchAudit } from '@freeor/accounts/audit/queries'
import { auditEntryAnswer, auditFilter } from '@freeor/accounts/audit/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const searchAuditOperation = operation({
  id: 'searchAudit',
  method: 'get',
  path: '/api/admin/audit',
  area: 'operations',
  summary: 'The audit trail, newest first; `before` is the last sequence of the page before',
  access: 'super_admin',
  query: auditFilter.extend({
    before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  answer: z.object({ entries: z.array(auditEntryAnswer) }),
  handle: async ({ deps, query: { before, limit, ...filter } }) => ({
    entries: await searchAudit(deps.db, filter, { before, limit }),
  }),
})
