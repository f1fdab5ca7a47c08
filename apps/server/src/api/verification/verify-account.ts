import { verifyAccount } from '@freeor/accounts/verification/commands'
import { codeCheckAnswer, verifyAccountInput } from '@freeor/accounts/verification/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'
import { requireOrganization, tellOrganizations } from '../profile/require-organization.ts'

export const verifyAccountOperation = operation({
  id: 'verifyAccount',
  method: 'post',
  path: '/api/verify_account',
  area: 'verification',
  summary: 'Whether the code is the one that was sent last; five tries, ten minutes',
  access: 'user',
  body: verifyAccountInput,
  answer: codeCheckAnswer,
  async handle(call) {
    const { deps, body, user } = call
    requireOrganization(call, body.userProfile)
    const userProfile = body.userProfile && tellOrganizations(deps, body.userProfile)
    const input = { ...body, ...(userProfile && { userProfile }) }
    const checked = await verifyAccount(deps.auth, user(), input, callerOf(call))
    deps.profileChanges.send(user().userId)
    return checked
  },
})
