import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { addressKey } from '../attempt-keys.ts'
import { beginRequest, endRequestCookie, type IdentityRequest } from '../identities/authorization-requests.ts'
import { findOrMakePerson } from '../identities/find-person.ts'
import { requireStillLinked, useIdentity } from '../identities/link-identity.ts'
import type { ProvenIdentity } from '../identities/ports.ts'
import type { FinishedIdentity } from '../identities/schema.ts'
import type { AnswerWithCookies, Auth, Requester, SessionRequest } from '../ports.ts'
import { users } from '../tables.ts'
import { hasTwoFactor } from '../two-factor/queries.ts'
import { enter } from './enter.ts'
import { demandCode } from './second-step.ts'

export type IdentitySignIn = {
  readonly providerId: string
  readonly next?: string | undefined
  readonly invitation?: string | undefined
}

/**
 * Where a browser goes to sign in or up with a provider's account, and the cookie that it needs to come back.
 * @throws AppError not_found for a provider that is not set up; unavailable when it cannot be reached; rate_limited
 */
export async function beginIdentitySignIn(auth: Auth, requester: Requester, asked: IdentitySignIn) {
  await auth.limiter.require([addressKey('identity:address', requester.address)])
  return await beginRequest(auth, requester, { purpose: 'sign-in', ...asked })
}

export type SignInEnd = {
  readonly request: IdentityRequest
  readonly identity: ProvenIdentity
  readonly requester: Requester & SessionRequest
  /** Called before an account is made. Throws to prevent it. */
  readonly requireRoom: () => void
}

/**
 * Signs in the user that a provider names; a new user gets an account. With two-factor on, the code is still required:
 * a provider's answer is one factor.
 * @throws AppError two_factor_required with a ticket; forbidden for a closed account; and as `findOrMakePerson`
 */
export async function signInWithIdentity(
  auth: Auth,
  { request, identity, requester, requireRoom }: SignInEnd,
): Promise<AnswerWithCookies<FinishedIdentity>> {
  const { invitation } = request
  const { userId, isNew, hasJoined } = await findOrMakePerson(auth, {
    identity,
    requester,
    invitation,
    requireRoom,
  })
  const next = hasJoined ? null : (request.next ?? null)
  if (await hasTwoFactor(auth.db, userId)) {
    const check = (tx: Tx) => requireStillLinked(tx, identity, userId)
    const [person] = await auth.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
    throw await demandCode(auth, { userId, check, details: { next, email: person?.email } })
  }
  const now = auth.clock.now()
  const { cookies } = await enter(auth, requester, {
    userId,
    isRemembered: true,
    check: (tx) => useIdentity(tx, identity, { userId, now }),
    details: { by: 'identity', issuer: identity.issuer },
  })
  return { body: { purpose: 'sign-in', next, isNew }, cookies: [...cookies, endRequestCookie(auth)] }
}
