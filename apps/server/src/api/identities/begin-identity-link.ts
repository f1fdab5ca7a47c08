import { beginIdentityLink } from '@freeor/accounts/identities/commands'
import { beginIdentityLinkInput, identityRequestAnswer } from '@freeor/accounts/identities/schema'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { callerOf } from '../profile/caller-of.ts'

export const beginIdentityLinkOperation = operation({
  id: 'beginIdentityLink',
  method: 'post',
  path: '/api/account/identities',
  area: 'identities',
  summary:
    "Where a browser goes to link a provider's account to the person's, for ten minutes in this session",
  access: 'user',
  provenAddress: true,
  reauthenticated: true,
  body: beginIdentityLinkInput,
  answer: identityRequestAnswer,
  handle: async (call) =>
    new CookieAnswer(await beginIdentityLink(call.deps.auth, call.user(), callerOf(call), call.body)),
})
