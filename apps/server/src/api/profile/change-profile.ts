import { changeProfile } from '@freeor/accounts/profile/commands'
import { savedProfileAnswer, userProfileInput } from '@freeor/accounts/profile/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from './caller-of.ts'
import { requireOrganization, tellOrganizations } from './require-organization.ts'

export const changeProfileOperation = operation({
  id: 'changeProfile',
  method: 'patch',
  path: '/api/account/profile',
  area: 'profile',
  summary: 'Changes what is sent of the profile',
  access: 'user',
  whileImpersonating: 'allowed',
  body: userProfileInput,
  answer: savedProfileAnswer,
  async handle(call) {
    const { deps, body, site } = call
    requireOrganization({ site, deps }, body)
    const saved = await changeProfile(deps.auth, call.user(), tellOrganizations(deps, body), callerOf(call))
    deps.profileChanges.send(call.user().userId)
    return { ...saved, organizations: [...deps.organizations] }
  },
})
