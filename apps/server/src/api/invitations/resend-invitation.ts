import { resendInvitation } from '@freeor/accounts/invitations/commands'
import { invitationAnswer } from '@freeor/accounts/invitations/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'

export const invitationParams = z.strictObject({ invitationId: z.string().max(60) })

export const resendInvitationOperation = operation({
  id: 'resendInvitation',
  method: 'post',
  path: '/api/invitations/{invitationId}/resend',
  area: 'company',
  summary: 'Mails an invitation anew; the link before it is dead',
  access: 'user',
  provenAddress: true,
  right: 'people.manage',
  whileImpersonating: 'refused',
  params: invitationParams,
  answer: invitationAnswer,
  handle: async (call) =>
    await resendInvitation(call.deps.auth, await actingIn(call), call.params.invitationId),
})
