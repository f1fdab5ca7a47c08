import { getProfile } from '@freeor/accounts/profile/queries'
import { ownProfileAnswer } from '@freeor/accounts/profile/schema'
import { readCodeExpiry } from '@freeor/accounts/verification/queries'
import { operation } from '../../http/operation.ts'

export const readProfileOperation = operation({
  id: 'readProfile',
  method: 'get',
  path: '/api/account/profile',
  area: 'profile',
  summary: "The person's own profile, and the organizations it may name",
  access: 'user',
  answer: ownProfileAnswer,
  async handle({ deps, user }) {
    const { userId } = user()
    const codeExpiresAt = await readCodeExpiry(deps.db, userId, deps.clock.now())
    return {
      ...(await getProfile(deps.db, userId)),
      organizations: [...deps.organizations],
      codeExpiresAt: codeExpiresAt?.toISOString() ?? null,
    }
  },
})
