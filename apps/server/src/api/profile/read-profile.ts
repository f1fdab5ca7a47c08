import { getProfile } from '@freeor/accounts/profile/queries'
import { profileAnswer } from '@freeor/accounts/profile/schema'
import { operation } from '../../http/operation.ts'

export const readProfileOperation = operation({
  id: 'readProfile',
  method: 'get',
  path: '/api/account/profile',
  area: 'profile',
  summary: "The person's own profile, and the organizations it may name",
  access: 'user',
  answer: profileAnswer,
  async handle({ deps, user }) {
    return { ...(await getProfile(deps.db, user().userId)), organizations: [...deps.organizations] }
  },
})
