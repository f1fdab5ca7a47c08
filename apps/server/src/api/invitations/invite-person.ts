import { invitePerson } from '@freeor/accounts/invitations/commands'
import { invitationAnswer, inviteInput } from '@freeor/accounts/invitations/schema'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'

export const invitePersonOperation = operation({
  id: 'invitePerson',
  method: 'post',
  path: '/api/invitations',
  area: 'company',
  summary: 'Invites an address with a role, holds a seat for it and mails it a link of 48 hours',
  access: 'user',
  provenAddress: true,
  right: 'people.manage',
  whileImpersonating: 'refused',
  body: inviteInput,
  answer: invitationAnswer,
  status: 201,
  handle: async (call) => await invitePerson(call.deps.auth, await actingIn(call), call.body),
})
