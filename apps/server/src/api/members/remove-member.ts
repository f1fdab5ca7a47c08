import { removeMember } from '@freeor/accounts/members/commands'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'
import { memberParams } from './change-member-role.ts'

export const removeMemberOperation = operation({
  id: 'removeMember',
  method: 'delete',
  path: '/api/company/users/{memberId}',
  area: 'company',
  summary: 'Ends a membership at once, on every device; what runs for the company goes on',
  access: 'user',
  whileImpersonating: 'allowed',
  right: 'people.manage',
  params: memberParams,
  status: 204,
  async handle(call) {
    await removeMember(call.deps.auth, await actingIn(call), call.params.memberId)
    return new Response(null, { status: 204 })
  },
})
