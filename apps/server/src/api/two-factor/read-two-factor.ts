import { readTwoFactor } from '@freeor/accounts/two-factor/queries'
import { twoFactorAnswer } from '@freeor/accounts/two-factor/schema'
import { operation } from '../../http/operation.ts'

export const readTwoFactorOperation = operation({
  id: 'readTwoFactor',
  method: 'get',
  path: '/api/account/two_factor',
  area: 'two-factor',
  summary: 'Whether logging in asks for a code, and how many backup codes are left',
  access: 'user',
  answer: twoFactorAnswer,
  handle: ({ deps, user }) => readTwoFactor(deps.db, user().userId),
})
