import { confirmTwoFactor } from '@freeor/accounts/two-factor/commands'
import { backupCodesAnswer, twoFactorCodeInput } from '@freeor/accounts/two-factor/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const confirmTwoFactorOperation = operation({
  id: 'confirmTwoFactor',
  method: 'post',
  path: '/api/account/two_factor/confirm',
  area: 'two-factor',
  summary: "Turns two-factor on with the app's first code; the backup codes are shown this once",
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  body: twoFactorCodeInput,
  answer: backupCodesAnswer,
  handle: (call) => confirmTwoFactor(call.deps.auth, call.user(), call.body.code, callerOf(call)),
})
