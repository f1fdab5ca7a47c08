import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { attemptKey } from '../attempt-keys.ts'
import type { Auth, Requester } from '../ports.ts'
import { markReauthenticated } from '../sessions/commands.ts'
import { requireOwnLogIn } from '../sessions/queries.ts'
import { requireSecondFactor } from '../two-factor/commands.ts'
import { beginRequest, type FinishedRequest, getProvider } from './authorization-requests.ts'
import { useIdentity } from './link-identity.ts'
import { labelOf, listLinked } from './queries.ts'

/** A provider's clock may be behind ours. */
const skewMs = 60_000

export type AgainBegin = {
  readonly providerId: string
  readonly next?: string | undefined
  readonly code?: string | undefined
}

/**
 * Where a browser goes so that its user re-authenticates with an identity they have linked. With two-factor on, the
 * code is given first.
 * @throws AppError conflict when none of that provider is linked; two_factor_required without a code; invalid_request
 *   for a wrong one; forbidden in a session that is not their own log-in; and as `beginIdentitySignIn`
 */
export async function beginIdentityReauthentication(
  auth: Auth,
  actor: UserActor,
  requester: Requester,
  { code, ...asked }: AgainBegin,
) {
  const { userId, sessionId } = actor
  await requireOwnLogIn(auth.db, actor)
  await auth.limiter.require([attemptKey('identity:account', userId)])
  const provider = getProvider(auth, asked.providerId)
  const linked = await listLinked(auth.db, userId)
  if (!linked.some(({ providerId: issuer }) => provider.owns(issuer)))
    throw new AppError('conflict', `${provider.label} is not linked to your account.`)
  await requireSecondFactor(auth, userId, code)
  return await beginRequest(auth, requester, { purpose: 'again', userId, sessionId, ...asked })
}

/**
 * Records in the session that its user has just logged in at the provider again, with an identity that is theirs here.
 * The provider must ask for the password and say when it was given: one that only knows last week's session proves
 * nothing.
 * @throws AppError invalid_request for a log-in before the request; unauthenticated for an identity that is not theirs
 */
export async function reauthenticateWithIdentity(
  auth: Auth,
  actor: UserActor,
  { request, identity }: FinishedRequest,
  requester: Requester,
): Promise<void> {
  const { authenticatedAt, issuer } = identity
  if (!authenticatedAt || authenticatedAt.getTime() < request.startedAt - skewMs)
    throw new AppError(
      'invalid_request',
      `${labelOf(auth, issuer)} did not ask for your password again. Please show that it is you another way.`,
    )
  const { userId } = actor
  const now = auth.clock.now()
  await markReauthenticated(auth, actor, {
    ...requester,
    check: (tx) => useIdentity(tx, identity, { userId, now }),
  })
}
