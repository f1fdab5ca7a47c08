import { revokeOtherSessions } from '@freeor/accounts/sessions/commands'
import { operation } from '../../http/operation.ts'

export const endOtherSessionsOperation = operation({
  id: 'endOtherSessions',
  method: 'delete',
  path: '/api/account/sessions',
  area: 'sessions',
  summary: 'Logs the person out everywhere else',
  access: 'user',
  status: 204,
  async handle({ deps, user }) {
    await revokeOtherSessions(deps.auth, user())
    return new Response(null, { status: 204 })
  },
})
