import { readPasskeys } from '@freeor/accounts/passkeys/commands'
import { passkeyListAnswer } from '@freeor/accounts/passkeys/schema'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const listPasskeysOperation = operation({
  id: 'listPasskeys',
  method: 'get',
  path: '/api/account/passkeys',
  area: 'passkeys',
  summary: "The person's passkeys, and the host that one made at this site is bound to",
  access: 'user',
  whileImpersonating: 'refused',
  answer: passkeyListAnswer,
  handle: (call) => readPasskeys(call.deps.auth, call.user(), callerOf(call)),
})
