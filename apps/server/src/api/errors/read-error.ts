import { getError } from '@freeor/accounts/error-log/queries'
import { errorGroupAnswer } from '@freeor/accounts/error-log/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const readErrorOperation = operation({
  id: 'readError',
  method: 'get',
  path: '/api/admin/errors/{errorId}',
  area: 'operations',
  summary: 'A group of errors with its last example',
  access: 'super_admin',
  params: z.strictObject({ errorId: z.string().max(60) }),
  answer: errorGroupAnswer,
  handle: ({ deps, params }) => getError(deps.db, params.errorId),
})
