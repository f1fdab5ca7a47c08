import type { Actor, UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, like, ne } from 'drizzle-orm'
import { addressKey, attemptKey } from '../attempt-keys.ts'
import type { Auth } from '../auth.ts'
import { createAccount, ensureOwnCompany, recordAudit } from '../commands.ts'
import { requireGoodPassword } from '../password-rule.ts'
import type { SignUpInput } from '../schema.ts'
import { hashLinkToken, signSessionToken } from '../signed-values.ts'
import { sessions, users, verifications } from '../tables.ts'
import { type LinkPurpose, linkIsOver, liveToken } from './queries.ts'

const verifyHours = 24
const shortLivedMs = 15 * 60 * 1000

/** Where a request came from: the client's address, and which site's origin links in mail lead to. */
export type Caller = { readonly address: string; readonly origin: string }

/**
 * Creates the account with its company, or tells the owner of the address by mail that somebody tried. The caller
 * learns nothing either way; see docs/decisions/004.
 */
export async function signUp(auth: Auth, input: SignUpInput, caller: Caller): Promise<void> {
  requireGoodPassword(input.password, input.email)
  const perAddress = addressKey('sign-up:address', caller.address)
  await auth.limiter.require([perAddress])
  const joining = { lane: 'joining', subject: perAddress.subject } as const
  const passwordHash = await auth.hasher.onBehalfOf(joining, () => auth.hasher.hash(input.password))
  const now = auth.clock.now()
  const { email, name = '' } = input
  await auth.db.transaction(async (tx) => {
    const { status, userId } = await createAccount(tx, { email, name, passwordHash, now })
    if (status === 'exists') {
      await tellAccountExists(auth, tx, email, caller)
      return
    }
    await ensureOwnCompany(tx, { userId, email, name, now }, auth.onCompanyCreated)
    const audit = { actorUserId: userId, subjectUserId: userId, ipAddress: caller.address }
    await recordAudit(tx, { action: 'account.created', now, ...audit })
  })
}

/** Tells the owner of an address that somebody tried to use it; once an hour, and a few times a day. */
export async function tellAccountExists(
  auth: Auth,
  tx: Tx,
  email: string,
  { origin }: Pick<Caller, 'origin'>,
): Promise<void> {
  const keys = [attemptKey('sign-up-notice:account', email), attemptKey('sign-up-notice-day:account', email)]
  if (!(await auth.limiter.allows(tx, ...keys))) return
  const props = { loginUrl: `${origin}/login`, resetUrl: `${origin}/reset_password` }
  await auth.queueMail(tx, { to: email, template: 'account-exists', props })
}

/** A new single-use token for a purpose; the ones before it die. The user's row must be locked. */
export async function issueLinkToken(
  tx: Tx,
  userId: string,
  purpose: LinkPurpose,
  expiry: { now: Date; expiresAt: Date },
) {
  const token = newSecret()
  await tx
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${purpose}:%`)))
  await tx.insert(verifications).values({
    id: newId('ver'),
    identifier: `${purpose}:${hashLinkToken(token)}`,
    value: userId,
    expiresAt: expiry.expiresAt,
    createdAt: expiry.now,
    updatedAt: expiry.now,
  })
  return token
}

/** Mails the signed-in person a link that proves their address. Nothing happens when it is proven already. */
export async function requestEmailVerification(auth: Auth, actor: UserActor, caller: Caller): Promise<void> {
  if (actor.emailVerified) return
  await auth.limiter.require([
    attemptKey('verify-request:account', actor.userId),
    attemptKey('verify-request-day:account', actor.userId),
  ])
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, actor.userId)).for('update')
    if (!user) return
    const expiresAt = new Date(now.getTime() + verifyHours * 3_600_000)
    const token = await issueLinkToken(tx, user.id, 'verify-email', { now, expiresAt })
    const url = `${caller.origin}/verify_email?token=${token}`
    await auth.queueMail(tx, { to: user.email, template: 'verify-email', props: { url, hours: verifyHours } })
  })
}

/** Marks the address as proven. @throws AppError gone for a token that is unknown, used, replaced or too old. */
export async function verifyEmail(auth: Auth, token: string, caller: Caller): Promise<void> {
  await auth.limiter.require([addressKey('link:address', caller.address)])
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    const [spent] = await tx
      .delete(verifications)
      .where(liveToken('verify-email', token, now))
      .returning()
    if (!spent) throw linkIsOver()
    await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, spent.value))
    await recordAudit(tx, {
      action: 'email.verified',
      now,
      subjectUserId: spent.value,
      ipAddress: caller.address,
    })
  })
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

/** Ends all of the person's sessions but the one they are using. */
export async function revokeOtherSessions(auth: Auth, actor: UserActor): Promise<void> {
  await auth.db
    .delete(sessions)
    .where(and(eq(sessions.userId, actor.userId), ne(sessions.id, actor.sessionId)))
  await recordEnded(auth, actor)
}

/** After the deed: a session that was ended stays so, also when the trail cannot be written. */
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
 * `POST /api/login`: a bearer token of 15 minutes for the caller's own session, when `uid` and `email` are theirs.
 * It ends with that session, and draws no further one.
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
