import { startImpersonation } from '@freeor/accounts/impersonation/commands'
import { impersonationAnswer, startImpersonationInput } from '@freeor/accounts/impersonation/schema'
import { z } from 'zod'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'

const answer = z.object({
  impersonation: impersonationAnswer,
  /** For programs; a browser has it in its cookie. */
  token: z.string(),
})

export const startImpersonationOperation = operation({
  id: 'startImpersonation',
  method: 'post',
  path: '/api/admin/impersonation',
  area: 'operations',
  summary: 'Act as a person, for at most an hour, in a session of its own; the super admin’s own is kept',
  access: 'super_admin',
  reauthenticated: true,
  body: startImpersonationInput,
  answer,
  status: 201,
  async handle({ deps, superAdmin, user, body, request, clientAddress }) {
    const { cookies, ...started } = await startImpersonation(deps.auth, {
      scope: superAdmin(),
      actor: user(),
      ...body,
      headers: request.headers,
      ipAddress: clientAddress,
    })
    return new CookieAnswer({ body: started, cookies })
  },
})
