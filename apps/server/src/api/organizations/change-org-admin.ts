import { changeOrgAdmin } from '@freeor/courses/organizations/commands'
import { getUserOrganization } from '@freeor/courses/organizations/queries'
import { orgAdminInput, userOrganizationAnswer } from '@freeor/courses/organizations/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { actionOf, userParams } from '../admin/action.ts'

export const changeOrgAdminOperation = coursesOperation({
  id: 'changeOrgAdmin',
  method: 'put',
  path: '/api/admin/users/{userId}/org-admin',
  area: 'organizations',
  summary: 'Sets the organizations whose members’ progress a person sees',
  access: 'super_admin',
  params: userParams,
  body: orgAdminInput,
  answer: userOrganizationAnswer,
  async handle(call) {
    const { deps, params, body } = call
    const configured = deps.configuredOrganizations
    await changeOrgAdmin(deps.db, {
      ...actionOf(call),
      ...{ userId: params.userId, reason: body.reason, configured, change: () => body.orgAdmin },
    })
    deps.notices.notifyAccess()
    return await getUserOrganization(deps.db, params.userId, configured)
  },
})
