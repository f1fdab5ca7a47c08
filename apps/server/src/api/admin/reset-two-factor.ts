import { reasonBody } from '@freeor/accounts/admin/schema'
import { resetTwoFactor } from '@freeor/accounts/two-factor/commands'
import { operation } from '../../http/operation.ts'
import { userAction, userParams } from './action.ts'

export const resetTwoFactorOperation = operation({
  id: 'resetTwoFactor',
  method: 'post',
  path: '/api/admin/users/{userId}/reset-two-factor',
  area: 'operations',
  summary:
    'Turn off two-factor for a person who lost their app and their backup codes; they are told by mail',
  access: 'super_admin',
  reauthenticated: true,
  params: userParams,
  body: reasonBody,
  status: 204,
  async handle(call) {
    await resetTwoFactor(call.deps.auth, userAction(call))
    return new Response(null, { status: 204 })
  },
})
