import { revokeOwnSession } from '@freeor/accounts/sessions/commands'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const endSessionOperation = operation({
  id: 'endSession',
  method: 'delete',
  path: '/api/account/sessions/{sessionId}',
  area: 'sessions',
  summary: "Logs one of the person's own sessions out",
  access: 'user',
  params: z.strictObject({ sessionId: z.string().min(1).max(100) }),
  status: 204,
  async handle({ deps, user, params }) {
    await revokeOwnSession(deps.auth, user(), params.sessionId)
    return new Response(null, { status: 204 })
  },
})
