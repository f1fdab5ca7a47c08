import { revokeInvitation } from '@freeor/accounts/invitations/commands'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'
import { invitationParams } from './resend-invitation.ts'

export const revokeInvitationOperation = operation({
  id: 'revokeInvitation',
  method: 'delete',
  path: '/api/invitations/{invitationId}',
  area: 'company',
  summary: 'Takes an invitation back: its link is dead and its seat free',
  access: 'user',
  right: 'people.manage',
  params: invitationParams,
  status: 204,
  async handle(call) {
    await revokeInvitation(call.deps.auth, await actingIn(call), call.params.invitationId)
    return new Response(null, { status: 204 })
  },
})
