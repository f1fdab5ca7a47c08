import { listInvitations } from '@freeor/accounts/invitations/queries'
import { invitationAnswer } from '@freeor/accounts/invitations/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'

export const listInvitationsOperation = operation({
  id: 'listInvitations',
  method: 'get',
  path: '/api/invitations',
  area: 'company',
  summary: 'Invitations that nobody has accepted yet, newest first',
  access: 'user',
  right: 'people.manage',
  answer: z.object({ invitations: z.array(invitationAnswer) }),
  handle: async ({ deps, company }) => ({
    invitations: await listInvitations(deps.db, await company(), deps.clock.now()),
  }),
})
