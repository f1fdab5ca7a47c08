import { verifyAccount } from '@freeor/accounts/verification/commands'
import { codeCheckAnswer, verifyAccountInput } from '@freeor/accounts/verification/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'
import { requireOrganization } from '../profile/require-organization.ts'

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
    requireOrganization(call, call.body.userProfile)
    return await verifyAccount(call.deps.auth, call.user(), call.body, callerOf(call))
  },
})
