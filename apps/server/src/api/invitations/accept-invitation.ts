import { acceptInvitation } from '@freeor/accounts/invitations/acceptance/commands'
import { invitationTokenInput, joinedAnswer } from '@freeor/accounts/invitations/schema'
import { operation } from '../../http/operation.ts'

export const acceptInvitationOperation = operation({
  id: 'acceptInvitation',
  method: 'post',
  path: '/api/invitations/accept',
  area: 'company',
  summary: 'Joins the company, logged in with the invited address, which must be confirmed',
  access: 'user',
  whileImpersonating: 'refused',
  body: invitationTokenInput,
  answer: joinedAnswer,
  handle: async ({ deps, body, user, clientAddress }) =>
    await acceptInvitation(deps.auth, {
      actor: user(),
      token: body.token,
      caller: { address: clientAddress },
    }),
})
