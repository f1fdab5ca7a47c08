import { addressKey } from '../attempt-keys.ts'
import type { ChallengeFor } from '../passkeys/challenges.ts'
import type { UsedPasskeyResponse } from '../passkeys/schema.ts'
import { offerPasskeys, showPasskey, spendPasskey } from '../passkeys/use-passkey.ts'
import type { AnswerWithCookies, Auth, Requester, SessionRequest } from '../ports.ts'
import type { SignedIn } from '../schema.ts'
import { enter } from './enter.ts'
import { readTicket, spendTicket } from './second-step.ts'

/** Without a ticket any user's passkey will do; with one, only a passkey of the user whose password was right. */
async function purposeOf(auth: Auth, ticket: string | undefined): Promise<ChallengeFor> {
  return ticket === undefined
    ? { kind: 'sign-in' }
    : { kind: 'second', ticket, userId: (await readTicket(auth, ticket)).userId }
}

/**
 * The options with which a browser signs in by a passkey: alone, or as the second step of a log-in by its ticket.
 * @throws AppError conflict where passkeys cannot be used; gone for a ticket that is over; rate_limited
 */
export async function offerPasskeySignIn(auth: Auth, requester: Requester, ticket: string | undefined) {
  await auth.limiter.require([addressKey('passkey:address', requester.address)])
  return await offerPasskeys(auth, await purposeOf(auth, ticket), requester)
}

export type PasskeySignIn = {
  readonly credential: UsedPasskeyResponse
  readonly ticket?: string | undefined
  readonly rememberMe?: boolean | undefined
}

/**
 * Signs in by a passkey: alone, since its device required a PIN, a finger or a face and so it is two factors in one; or
 * as the second step.
 * @throws AppError invalid_request for an answer that does not fit; gone for a ticket that is over; forbidden for a
 *   closed account; rate_limited
 */
export async function signInWithPasskey(
  auth: Auth,
  request: Requester & SessionRequest,
  { credential, ticket, rememberMe = true }: PasskeySignIn,
): Promise<AnswerWithCookies<SignedIn>> {
  await auth.limiter.require([addressKey('passkey:address', request.address)])
  const shown = await showPasskey(auth, await purposeOf(auth, ticket), credential, request)
  return await enter(auth, request, {
    userId: shown.passkey.userId,
    isRemembered: rememberMe,
    check: async (tx) => {
      if (ticket !== undefined) await spendTicket(auth, tx, ticket)
      await spendPasskey(tx, shown, auth.clock.now())
    },
    details: { factors: 2, by: 'passkey' },
  })
}
