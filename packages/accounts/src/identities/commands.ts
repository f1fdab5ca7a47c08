import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { and, eq } from 'drizzle-orm'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import { requireProvenAddress } from '../credentials/passwords/queries.ts'
import { endHalfDone } from '../credentials/take-back.ts'
import type { AnswerWithCookies, Auth, Requester, SessionRequest } from '../ports.ts'
import { requireOwnLogIn } from '../sessions/queries.ts'
import { signInWithIdentity } from '../sign-in/with-identity.ts'
import { accounts } from '../tables.ts'
import {
  beginRequest,
  endRequestCookie,
  type FinishedRequest,
  finishRequest,
  requestIsOver,
} from './authorization-requests.ts'
import { insertIdentity, recordIdentity, tellOfLink, tellPerson } from './link-identity.ts'
import { isIdentity, labelOf, listLinked, requireWayIn, shownIdentity } from './queries.ts'
import { reauthenticateWithIdentity } from './reauthenticate.ts'
import type { FinishedIdentity } from './schema.ts'

const mostIdentities = 10

/** The person's linked identities, and what the settings page offers to link. */
export async function readIdentities(auth: Auth, { userId }: UserActor) {
  return {
    identities: (await listLinked(auth.db, userId)).map((row) => shownIdentity(auth, row)),
    providers: auth.identityProviders.map(({ id, label }) => ({ id, label })),
  }
}

export type LinkBegin = { readonly providerId: string; readonly next?: string | undefined }

/**
 * Where a browser goes to link a provider's account to the person's, for ten minutes in this session.
 * @throws AppError verification_required unless their address is proven; conflict at ten; forbidden in a session that
 *   is not their own log-in; and as `beginIdentitySignIn`
 */
export async function beginIdentityLink(
  auth: Auth,
  actor: UserActor,
  requester: Requester,
  asked: LinkBegin,
) {
  const { userId, sessionId } = actor
  await requireOwnLogIn(auth.db, actor)
  await auth.limiter.require([attemptKey('identity:account', userId)])
  await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    if ((await listLinked(tx, userId)).length >= mostIdentities)
      throw new AppError('conflict', `You have ${mostIdentities} linked already. Please remove one first.`)
  })
  return await beginRequest(auth, requester, { purpose: 'link', userId, sessionId, ...asked })
}

export type IdentityFinish = {
  readonly providerId: string
  /** The query string that the browser came back with. */
  readonly parameters: string
  /** The person whose session the browser holds. */
  readonly actor: UserActor | undefined
  /** Called before an account is made. Throws to prevent it. */
  readonly requireRoom: () => void
}

/**
 * Finishes what a browser was sent to a provider for: signs in, links, or re-authenticates the session.
 * @throws AppError gone for a request that is over, of another browser or of another session; and as each of the three
 */
export async function finishIdentityRequest(
  auth: Auth,
  requester: Requester & SessionRequest,
  { actor, requireRoom, ...answer }: IdentityFinish,
): Promise<AnswerWithCookies<FinishedIdentity>> {
  await auth.limiter.require([addressKey('identity:address', requester.address)])
  const finished = await finishRequest(auth, requester, answer)
  const { request } = finished
  const { purpose } = request
  if (purpose === 'sign-in') return await signInWithIdentity(auth, { ...finished, requester, requireRoom })
  // The session has changed: the user logged out meanwhile, or it is another user's.
  if (!actor || request.userId !== actor.userId || request.sessionId !== actor.sessionId)
    throw requestIsOver()
  if (purpose === 'link') await linkIdentity(auth, actor, finished, requester)
  else await reauthenticateWithIdentity(auth, actor, finished, requester)
  const body = { purpose, next: request.next ?? null, isNew: false }
  return { body, cookies: [endRequestCookie(auth)] }
}

/** @throws AppError conflict when it is linked already, to them or to somebody else; verification_required */
async function linkIdentity(
  auth: Auth,
  actor: UserActor,
  { identity }: FinishedRequest,
  requester: Requester,
): Promise<void> {
  const { userId, email } = actor
  await requireOwnLogIn(auth.db, actor)
  const linking = { userId, email, identity, requester, now: auth.clock.now() }
  await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    if (!(await insertIdentity(tx, linking)))
      throw new AppError('conflict', 'That log-in is linked to your account already.')
    await tellOfLink(auth, tx, { ...linking, by: 'person' })
  })
}

/**
 * Ends one of the person's own linked identities and half-done log-ins at once, and notifies them by mail.
 * @throws AppError not_found for anyone else's, as for none; conflict for their only way to log in
 */
export async function unlinkIdentity(
  auth: Auth,
  actor: UserActor,
  identityId: string,
  requester: Requester,
): Promise<void> {
  const { userId, email } = actor
  await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, actor)
    const isTheirs = and(eq(accounts.id, identityId), eq(accounts.userId, userId), isIdentity)
    const [ended] = await tx.delete(accounts).where(isTheirs).returning()
    if (!ended) throw new AppError('not_found', 'There is no such linked log-in')
    await requireWayIn(auth, tx, userId)
    await endHalfDone(tx, userId)
    const { providerId: issuer } = ended
    const now = auth.clock.now()
    await recordIdentity(tx, { action: 'identity.unlinked', issuer, userId, requester, now })
    const label = labelOf(auth, issuer)
    await tellPerson(auth, tx, email, {
      heading: `${label} was unlinked from your account`,
      sentence: `Your ${label} account cannot log in to your account here any more.`,
    })
  })
}
