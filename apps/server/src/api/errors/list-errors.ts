import { listErrors } from '@freeor/accounts/error-log/queries'
import { errorGroupAnswer, errorState, errorType } from '@freeor/accounts/error-log/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listErrorsOperation = operation({
  id: 'listErrors',
  method: 'get',
  path: '/api/admin/errors',
  area: 'operations',
  summary: 'Errors in groups, the most recent first; `after` is the last id of the page before',
  access: 'super_admin',
  query: z.strictObject({
    q: z.string().trim().max(200).optional(),
    type: errorType.optional(),
    state: errorState.optional(),
    after: z.string().max(60).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ errors: z.array(errorGroupAnswer) }),
  handle: async ({ deps, query }) => ({ errors: await listErrors(deps.db, query) }),
})
