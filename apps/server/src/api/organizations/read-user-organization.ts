import { getUserOrganization } from '@freeor/courses/organizations/queries'
import { userOrganizationAnswer } from '@freeor/courses/organizations/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { userParams } from '../admin/action.ts'

export const readUserOrganizationOperation = coursesOperation({
  id: 'readUserOrganization',
  method: 'get',
  path: '/api/admin/users/{userId}/organization',
  area: 'organizations',
  summary: 'A person’s organization, and those they are an admin of',
  access: 'super_admin',
  params: userParams,
  answer: userOrganizationAnswer,
  handle: async ({ deps, params }) =>
    await getUserOrganization(deps.db, params.userId, deps.configuredOrganizations),
})
