import { disableTwoFactor } from '@freeor/accounts/two-factor/commands'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const disableTwoFactorOperation = operation({
  id: 'disableTwoFactor',
  method: 'delete',
  path: '/api/account/two_factor',
  area: 'two-factor',
  summary: 'Turns two-factor off',
  access: 'user',
  reauthenticated: true,
  status: 204,
  async handle(call) {
    await disableTwoFactor(call.deps.auth, call.user(), callerOf(call))
    return new Response(null, { status: 204 })
  },
})
