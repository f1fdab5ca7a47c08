import type { Actor, UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, ne } from 'drizzle-orm'
import { attemptKey } from '../attempt-keys.ts'
import { recordAudit } from '../commands.ts'
import { isPasswordOf } from '../credentials/passwords/queries.ts'
import { clearSuperAdminCookie } from '../impersonation/cookies.ts'
import type { UsedPasskeyResponse } from '../passkeys/schema.ts'
import { offerPasskeys, showPasskey, spendPasskey } from '../passkeys/use-passkey.ts'
import type { Auth, Requester } from '../ports.ts'
import { signSessionToken } from '../signed-values.ts'
import { sessions } from '../tables.ts'
import { requireSecondFactor } from '../two-factor/commands.ts'
import { endSessionCookie } from './cookies.ts'
import { isOwnLogIn, notOwnLogIn, requireOwnLogIn } from './queries.ts'
import { readSessionToken } from './session-token.ts'

/** How long a re-authentication counts. */
const freshMs = 10 * 60_000
/** A time further in the future was set by a clock that was wrong. */
const skewMs = 60_000
const shortLivedMs = 15 * 60_000

/**
 * @throws AppError reauthentication_required unless the user re-authenticated in this session in the last ten minutes
 */
export function requireReauthenticated({ reauthenticatedAt }: UserActor, now: Date): void {
  const age = reauthenticatedAt ? now.getTime() - reauthenticatedAt.getTime() : Number.POSITIVE_INFINITY
  if (age > freshMs || age < -skewMs)
    throw new AppError('reauthentication_required', 'Please enter your password again.')
}

/**
 * Records in the session that its user gave their password, and their code where two-factor is on, just now.
 * @throws AppError invalid_request for a wrong password or code; two_factor_required without a code; rate_limited;
 *   forbidden in a session that is not their own log-in
 */
export async function reauthenticate(
  auth: Auth,
  actor: UserActor,
  { password, code }: { readonly password: string; readonly code?: string | undefined },
  requester: Pick<Requester, 'address'>,
): Promise<{ reauthenticatedUntil: string }> {
  // Before anything is counted or spent: a short-lived token never gains rights.
  await requireOwnLogIn(auth.db, actor)
  const keys = [attemptKey('reauthenticate:account', actor.userId)]
  await auth.limiter.require(keys)
  const who = { userId: actor.userId, hashRequest: { priority: 'known', key: actor.email } } as const
  if (!(await isPasswordOf(auth, who, password)))
    throw new AppError('invalid_request', "Uh oh, that didn't work :(")
  await auth.limiter.forgive(keys)
  await requireSecondFactor(auth, actor.userId, code)
  return await markReauthenticated(auth, actor, requester)
}

const againIn = ({ sessionId, userId }: UserActor) => ({ kind: 'again', sessionId, userId }) as const

/**
 * The options with which the browser uses a passkey, in place of the password, to re-authenticate. @throws AppError
 * conflict without one
 */
export async function offerReauthentication(auth: Auth, actor: UserActor, requester: Requester) {
  await requireOwnLogIn(auth.db, actor)
  await auth.limiter.require([attemptKey('passkey:account', actor.userId)])
  return await offerPasskeys(auth, againIn(actor), requester)
}

/**
 * As `reauthenticate`, by a passkey: it replaces the password and the code, since its device required a PIN, a finger
 * or a face.
 * @throws AppError invalid_request for an answer that does not fit; forbidden in a session that is not their own log-in
 */
export async function reauthenticateWithPasskey(
  auth: Auth,
  actor: UserActor,
  credential: UsedPasskeyResponse,
  requester: Requester,
): Promise<{ reauthenticatedUntil: string }> {
  await requireOwnLogIn(auth.db, actor)
  const shown = await showPasskey(auth, againIn(actor), credential, requester)
  return await markReauthenticated(auth, actor, {
    ...requester,
    check: (tx) => spendPasskey(tx, shown, auth.clock.now()),
  })
}

export type Marking = Pick<Requester, 'address'> & {
  /** Checks again, in the same transaction, what the user has proven. */
  readonly check?: (tx: Tx) => Promise<unknown>
}

/**
 * Records in the session that its user has just re-authenticated.
 * @throws AppError forbidden when it is not their own log-in, or ended meanwhile; whatever `check` throws
 */
export async function markReauthenticated(
  auth: Auth,
  actor: UserActor,
  { address, check }: Marking,
): Promise<{ reauthenticatedUntil: string }> {
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    await check?.(tx)
    await markSession(tx, { actor, address, now })
  })
  return { reauthenticatedUntil: new Date(now.getTime() + freshMs).toISOString() }
}

async function markSession(
  tx: Tx,
  { actor, address, now }: { readonly actor: UserActor; readonly address: string; readonly now: Date },
): Promise<void> {
  const marked = await tx
    .update(sessions)
    .set({ reauthenticatedAt: now })
    .where(isOwnLogIn(actor))
    .returning({ id: sessions.id })
  if (marked.length === 0) throw notOwnLogIn()
  const audit = { actorUserId: actor.userId, subjectUserId: actor.userId, ipAddress: address }
  await recordAudit(tx, { action: 'session.reauthenticated', now, ...audit })
}

/**
 * Ends the session that the request shows, if any, and the short-lived tokens made from it. An impersonated session
 * ends together with the super admin's own, so that the next person at the browser is logged out. Gives the cookies
 * that clear the browser's.
 */
export async function signOut(auth: Auth, headers: Headers): Promise<readonly string[]> {
  const token = readSessionToken(auth, headers)
  const [ended] = token ? await auth.db.delete(sessions).where(eq(sessions.token, token)).returning() : []
  if (!ended?.impersonatedBy) return [endSessionCookie(auth)]
  if (ended.parentSessionId) await auth.db.delete(sessions).where(eq(sessions.id, ended.parentSessionId))
  return [endSessionCookie(auth), ...clearSuperAdminCookie(auth)]
}

/** Ends one of the person's own sessions. @throws AppError not_found for anyone else's, as for none. */
export async function revokeOwnSession(auth: Auth, actor: UserActor, sessionId: string): Promise<void> {
  const ended = await auth.db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.userId)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw new AppError('not_found', 'There is no such session')
  await recordEnded(auth, actor, sessionId)
}

/** Ends all of the person's sessions except the one they are using. */
export async function revokeOtherSessions(auth: Auth, actor: UserActor): Promise<void> {
  await auth.db
    .delete(sessions)
    .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)))
  await recordEnded(auth, actor)
}

/** After the action: a session that was ended stays ended, even when the audit trail cannot be written. */
async function recordEnded(auth: Auth, { userId }: UserActor, objectId?: string): Promise<void> {
  await recordAudit(auth.db, {
    action: objectId ? 'session.ended' : 'sessions.others_ended',
    now: auth.clock.now(),
    actorUserId: userId,
    subjectUserId: userId,
    objectType: 'session',
    objectId,
  })
}

/**
 * `POST /api/login`: a bearer token of 15 minutes for the caller's own session, when `uid` and `email` are theirs. It
 * ends with that session, and no further token can be made from it.
 * @throws AppError unauthenticated in every other case.
 */
export async function issueShortLivedToken(
  auth: Auth,
  actor: Actor,
  input: { uid: string; email: string },
): Promise<{ token: string; expiresAt: string }> {
  const refusal = new AppError('unauthenticated', 'Please log in')
  const now = auth.clock.now()
  if (actor.kind !== 'user') throw refusal
  if (actor.userId !== input.uid || actor.email !== input.email.trim().toLowerCase()) throw refusal
  const isOwnSession = and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.userId))
  const [parent] = await auth.db.select().from(sessions).where(isOwnSession)
  if (!parent || parent.parentSessionId || parent.expiresAt <= now) throw refusal
  const expiresAt = new Date(Math.min(now.getTime() + shortLivedMs, parent.expiresAt.getTime()))
  const token = newSecret()
  await auth.db.insert(sessions).values({
    id: newId('ses'),
    token,
    userId: actor.userId,
    parentSessionId: parent.id,
    impersonatedBy: parent.impersonatedBy,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  })
  return { token: signSessionToken(auth.secret, token), expiresAt: expiresAt.toISOString() }
}
