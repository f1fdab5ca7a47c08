import { renewBackupCodes } from '@freeor/accounts/two-factor/commands'
import { backupCodesAnswer } from '@freeor/accounts/two-factor/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const renewBackupCodesOperation = operation({
  id: 'renewBackupCodes',
  method: 'post',
  path: '/api/account/two_factor/backup_codes',
  area: 'two-factor',
  summary: 'New backup codes in place of all before',
  access: 'user',
  reauthenticated: true,
  answer: backupCodesAnswer,
  handle: (call) => renewBackupCodes(call.deps.auth, call.user(), callerOf(call)),
})
