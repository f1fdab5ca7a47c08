import type { Requester, SessionRequest } from '@freeor/accounts/ports'
import type { Deps } from '../../deps.ts'
import { siteOrigin } from '../company/acting.ts'

/** What a call that changes the browser's session gets to know about its request. */
export const sessionRequestOf = (call: {
  request: Request
  clientAddress: string
  deps: Pick<Deps, 'addresses'>
}): Requester & SessionRequest => ({
  address: call.clientAddress,
  origin: siteOrigin(call.request, call.deps),
  headers: call.request.headers,
})

/** Credentials are short; a longer body is refused unread. */
export const mostCredentialBytes = 16 * 1024
