import { listDevices } from '@freeor/accounts/sessions/queries'
import { sessionListAnswer } from '@freeor/accounts/sessions/schema'
import { operation } from '../../http/operation.ts'

export const listSessionsOperation = operation({
  id: 'listSessions',
  method: 'get',
  path: '/api/account/sessions',
  area: 'sessions',
  summary: 'Where the person is logged in',
  access: 'user',
  whileImpersonating: 'refused',
  answer: sessionListAnswer,
  async handle({ deps, user }) {
    return { sessions: await listDevices(deps.auth, user()) }
  },
})
