import { finishIdentityRequest } from '@freeor/accounts/identities/commands'
import {
  finishedIdentityAnswer,
  finishIdentityInput,
  identityProviderParams,
} from '@freeor/accounts/identities/schema'
import { noRoom } from '../../disk-room.ts'
import { CookieAnswer } from '../../http/cookie-answer.ts'
import { operation } from '../../http/operation.ts'
import { mostCredentialBytes, sessionRequestOf } from './session-request.ts'

export const finishIdentityRequestOperation = operation({
  id: 'finishIdentityRequest',
  method: 'post',
  path: '/api/auth/identity-providers/{providerId}/callback',
  area: 'auth',
  summary:
    'Ends what a browser was sent to a provider for, with the query string it came back with: signs in, links, or shows again that it is them. With two-factor on, `two_factor_required` holds the ticket of the second step',
  access: 'public',
  worksOnFullDisk: true,
  params: identityProviderParams,
  body: finishIdentityInput,
  maxBodyBytes: mostCredentialBytes,
  answer: finishedIdentityAnswer,
  async handle(call) {
    const { auth, room } = call.deps
    const requireRoom = () => {
      if (room.isLow()) throw noRoom()
    }
    const actor = call.caller?.actor
    const answer = { ...call.params, ...call.body, actor, requireRoom }
    return new CookieAnswer(await finishIdentityRequest(auth, sessionRequestOf(call), answer))
  },
})
