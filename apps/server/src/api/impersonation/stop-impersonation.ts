import { stopImpersonation } from '@freeor/accounts/impersonation/commands'
import { z } from 'zod'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'

export const stopImpersonationOperation = operation({
  id: 'stopImpersonation',
  method: 'delete',
  path: '/api/admin/impersonation',
  area: 'operations',
  summary: 'End the impersonation; a browser has the super admin’s own session back',
  // After its hour there is no session any more, only the super admin's cookie.
  access: 'public',
  // Ending it writes a row of its own.
  whileImpersonating: 'read',
  answer: z.object({ isRestored: z.boolean() }),
  async handle({ deps, caller, request, clientAddress }) {
    const { isRestored, cookies } = await stopImpersonation(deps.auth, {
      actor: caller?.actor,
      headers: request.headers,
      ipAddress: clientAddress,
    })
    return new CookieAnswer({ body: { isRestored }, cookies })
  },
})
