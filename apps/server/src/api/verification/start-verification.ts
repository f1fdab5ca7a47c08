import { startVerification } from '@freeor/accounts/verification/commands'
import { codeSentAnswer, startVerificationInput } from '@freeor/accounts/verification/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const startVerificationOperation = operation({
  id: 'startVerification',
  method: 'post',
  path: '/api/start_verification',
  area: 'verification',
  summary: 'Sends the signed-in person a code, by mail or, with sms_to alone, by text message; also again',
  access: 'user',
  body: startVerificationInput,
  answer: codeSentAnswer,
  handle: (call) => startVerification(call.deps.auth, call.user(), call.body, callerOf(call)),
})
