import { changeMemberRole } from '@freeor/accounts/members/commands'
import { roleInput } from '@freeor/accounts/members/schema'
import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { actingIn } from '../company/acting.ts'

export const memberParams = z.strictObject({ memberId: z.string().max(60) })

export const changeMemberRoleOperation = operation({
  id: 'changeMemberRole',
  method: 'patch',
  path: '/api/company/users/{memberId}',
  area: 'company',
  summary: "Gives a member another role; not the owner's and not one's own",
  access: 'user',
  whileImpersonating: 'allowed',
  right: 'people.manage',
  params: memberParams,
  body: roleInput,
  status: 204,
  async handle(call) {
    await changeMemberRole(call.deps.auth, await actingIn(call), { ...call.params, ...call.body })
    return new Response(null, { status: 204 })
  },
})
