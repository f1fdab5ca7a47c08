import { leaveCompany } from '@freeor/accounts/members/commands'
import { operation } from '../../http/operation.ts'
import { actingIn } from './acting.ts'

export const leaveCompanyOperation = operation({
  id: 'leaveCompany',
  method: 'post',
  path: '/api/company/leave',
  area: 'company',
  summary: "Leaves the company one works in; the owner can't",
  access: 'user',
  right: 'company.read',
  whileImpersonating: 'refused',
  status: 204,
  async handle(call) {
    await leaveCompany(call.deps.auth, await actingIn(call))
    return new Response(null, { status: 204 })
  },
})
