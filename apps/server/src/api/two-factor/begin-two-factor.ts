import { beginTwoFactor } from '@freeor/accounts/two-factor/commands'
import { twoFactorSetupAnswer } from '@freeor/accounts/two-factor/schema'
import { operation } from '../../http/operation.ts'

export const beginTwoFactorOperation = operation({
  id: 'beginTwoFactor',
  method: 'post',
  path: '/api/account/two_factor',
  area: 'two-factor',
  summary: 'A new secret for an authenticator app; nothing is asked for until its first code is confirmed',
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  answer: twoFactorSetupAnswer,
  handle: ({ deps, user }) => beginTwoFactor(deps.auth, user()),
})
