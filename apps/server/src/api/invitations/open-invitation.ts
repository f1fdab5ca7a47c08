import { openInvitation } from '@freeor/accounts/invitations/queries'
import { invitationTokenInput, openedInvitation } from '@freeor/accounts/invitations/schema'
import { operation } from '../../http/operation.ts'

export const openInvitationOperation = operation({
  id: 'openInvitation',
  // A token must not be in an address: addresses are logged and sent as referrers.
  method: 'post',
  path: '/api/invitations/open',
  area: 'company',
  summary: 'What the link of an invitation opens: which company, as whom, and whether to log in or sign up',
  access: 'public',
  whileImpersonating: 'read',
  body: invitationTokenInput,
  answer: openedInvitation,
  handle: async ({ deps, body, clientAddress }) =>
    await openInvitation(deps.auth, body.token, { address: clientAddress }),
})
