import {
  beginIdentitySignInInput,
  identityProviderParams,
  identityRequestAnswer,
} from '@freeor/accounts/identities/schema'
import { beginIdentitySignIn } from '@freeor/accounts/sign-in/with-identity'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const beginIdentitySignInOperation = operation({
  id: 'beginIdentitySignIn',
  method: 'post',
  path: '/api/auth/identity-providers/{providerId}',
  area: 'auth',
  summary:
    "Where a browser goes to sign in, or up, with a provider's account (OpenID Connect), for ten minutes; its cookie must come back with it",
  access: 'public',
  worksOnFullDisk: true,
  params: identityProviderParams,
  body: beginIdentitySignInInput,
  maxBodyBytes: mostCredentialBytes,
  answer: identityRequestAnswer,
  handle: async (call) =>
    new CookieAnswer(
      await beginIdentitySignIn(call.deps.auth, sessionRequestOf(call), { ...call.params, ...call.body }),
    ),
})
