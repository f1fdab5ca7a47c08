import { resolveError } from '@freeor/accounts/error-log/commands'
import { errorState } from '@freeor/accounts/error-log/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const changeErrorOperation = operation({
  id: 'changeError',
  method: 'patch',
  path: '/api/admin/errors/{errorId}',
  area: 'operations',
  summary: 'Mark a group of errors as dealt with, until it happens again; or open it anew',
  access: 'super_admin',
  params: z.strictObject({ errorId: z.string().max(60) }),
  body: z.strictObject({ state: errorState }),
  status: 204,
  async handle({ deps, params, body, superAdmin }) {
    await resolveError(deps.db, {
      id: params.errorId,
      superAdminUserId: superAdmin().userId,
      isResolved: body.state === 'resolved',
      now: deps.clock.now(),
    })
    return new Response(null, { status: 204 })
  },
})
