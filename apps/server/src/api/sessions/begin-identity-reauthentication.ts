import { beginIdentityReauthentication } from '@freeor/accounts/identities/reauthenticate'
import { beginIdentityReauthenticationInput, identityRequestAnswer } from '@freeor/accounts/identities/schema'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const beginIdentityReauthenticationOperation = operation({
  id: 'beginIdentityReauthentication',
  method: 'post',
  path: '/api/account/reauthenticate/identity',
  area: 'sessions',
  summary:
    'Where a browser goes to log in anew at a linked provider, in place of the password; with two-factor on, the code is sent along',
  access: 'user',
  body: beginIdentityReauthenticationInput,
  answer: identityRequestAnswer,
  handle: async (call) =>
    new CookieAnswer(
      await beginIdentityReauthentication(call.deps.auth, call.user(), callerOf(call), call.body),
    ),
})
