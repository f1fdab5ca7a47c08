import { listOptOuts } from '@freeor/leads/opt-outs/queries'
import { optOut } from '@freeor/leads/opt-outs/schema'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const listOptOutsOperation = leadsOperation({
  id: 'listOptOuts',
  method: 'get',
  path: '/api/opt-outs',
  area: 'operations',
  summary: 'The do-not-contact list, newest first; with `q`, whether an email, a number or a name is on it',
  access: 'super_admin',
  query: z.strictObject({ q: z.string().trim().min(1).max(500).optional() }),
  answer: z.object({ total: z.int(), optOuts: z.array(optOut) }),
  handle: async ({ deps, superAdmin, query }) => await listOptOuts(deps.db, superAdmin(), query),
})
