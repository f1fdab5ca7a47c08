import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { endEverySession } from '../../admin/commands.ts'
import { revokeKeysOf } from '../../api-keys/commands.ts'
import { addressKey, attemptKey } from '../../attempt-keys.ts'
import { newCredential, recordAudit } from '../../commands.ts'
import { requireGoodPassword } from '../../password-rule.ts'
import type { AnswerWithCookies, Auth, Requester, SessionRequest } from '../../ports.ts'
import type { changePasswordInput, requestPasswordResetInput } from '../../schema.ts'
import { deviceMarkCookie, knownDevice } from '../../sessions/device-mark.ts'
import { requireOwnLogIn } from '../../sessions/queries.ts'
import { isRemembered, startSession } from '../../sessions/start-session.ts'
import { accounts, users, verifications } from '../../tables.ts'
import { issueLinkToken } from '../commands.ts'
import { linkIsOver, liveToken } from '../queries.ts'
import { endHalfDone, takeBack } from '../take-back.ts'
import { isPasswordOf, requireLiveSession } from './queries.ts'

const resetMinutes = 60

/**
 * Mails a reset link when the address has an account, which leads on to `next` once the new password is set. At most
 * three per quarter of an hour and twelve a day, without saying so. A browser that signed in to the account before has
 * a count of its own.
 */
export async function requestPasswordReset(
  auth: Auth,
  { address, origin, headers }: Requester & SessionRequest,
  { email, next }: z.output<typeof requestPasswordResetInput>,
): Promise<void> {
  await auth.limiter.require([addressKey('reset-request:address', address)])
  const device = knownDevice(auth, headers, email)
  const now = auth.clock.now()
  const keys =
    device === undefined
      ? [attemptKey('reset-request:account', email), attemptKey('reset-request-day:account', email)]
      : [attemptKey('reset-request:device', device), attemptKey('reset-request-day:device', device)]
  await auth.db.transaction(async (tx) => {
    if (!(await auth.limiter.allows(tx, ...keys))) return
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
    if (!user) return
    const expiresAt = new Date(now.getTime() + resetMinutes * 60_000)
    const token = await issueLinkToken(tx, user.id, 'reset-password', { now, expiresAt })
    const onward = next === undefined ? '' : `&next=${encodeURIComponent(next)}`
    const url = `${origin}/reset_password?token=${token}${onward}`
    await auth.queueMail(tx, { to: email, template: 'reset-password', props: { url, minutes: resetMinutes } })
  })
}

/**
 * A link that sets a new password, for a super admin to hand over; it revokes the earlier ones. `origin` is the site it
 * leads to. Recorded in the audit trail with its reason.
 * @throws AppError not_found
 */
export async function createResetLink(
  auth: Auth,
  { email, origin, reason }: { readonly email: string; readonly origin: string; readonly reason: string },
): Promise<{ url: string; expiresAt: Date }> {
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
    if (!user) throw new AppError('not_found', 'There is no such person')
    const expiresAt = new Date(now.getTime() + resetMinutes * 60_000)
    const token = await issueLinkToken(tx, user.id, 'reset-password', { now, expiresAt })
    await recordAudit(tx, { action: 'reset_link.made', now, subjectUserId: user.id, details: { reason } })
    return { url: `${origin}/reset_password?token=${token}`, expiresAt }
  })
}

/**
 * Sets a new password by the token of a reset mail, once, and clears the account's count of failed sign-ins. Everything
 * that acts for the person without the new password ends; see `takeBack`. Reading the mail proves the address.
 * @throws AppError gone for a token that is unknown, used, replaced or older than an hour.
 */
export async function resetPassword(
  auth: Auth,
  { address, headers }: SessionRequest,
  input: { token: string; newPassword: string },
): Promise<{ readonly cookies: readonly string[] }> {
  await auth.limiter.require([addressKey('link:address', address)])
  const now = auth.clock.now()
  const isLive = liveToken('reset-password', input.token, now)
  const [found] = await auth.db
    .select({ email: users.email })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.value))
    .where(isLive)
  if (!found) throw linkIsOver()
  requireGoodPassword(input.newPassword, found.email, 'newPassword')
  // Before the token is spent: a refusal because the limiter is full must not cost the person their link.
  const known = { priority: 'known', key: found.email } as const
  const password = await auth.hasher.hash(input.newPassword, known)
  await auth.db.transaction(async (tx) => {
    const [spent] = await tx.delete(verifications).where(isLive).returning()
    if (!spent) throw linkIsOver()
    const userId = spent.value
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (!person) throw linkIsOver()
    await setPassword(tx, { userId, password, now })
    await takeBack(tx, person, now)
    await auth.limiter.clear(tx, attemptKey('sign-in:account', found.email))
    const audit = { subjectUserId: userId, ipAddress: address }
    await recordAudit(tx, { action: 'password.reset', now, ...audit })
  })
  // The person who read the mail may sign in now, even while strangers use up the account's count.
  return { cookies: [deviceMarkCookie(auth, headers, found.email)] }
}

type NewPassword = { readonly userId: string; readonly password: string; readonly now: Date }

async function setPassword(tx: Tx, { userId, password, now }: NewPassword): Promise<void> {
  await tx
    .insert(accounts)
    .values({ ...newCredential(userId, password), createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password, updatedAt: now },
    })
}

type Change = z.output<typeof changePasswordInput>

/**
 * Changes the password of a user who knows the current one. All sessions, short-lived tokens and half-done log-ins end,
 * and a new session begins. API keys end only when the user says so, since programs may depend on them.
 * @throws AppError forbidden in a session that is not their own log-in; invalid_request for a wrong or too simple
 *   password; rate_limited
 */
export async function changePassword(
  auth: Auth,
  { address, headers }: SessionRequest,
  actor: UserActor,
  { currentPassword, newPassword, endApiKeys = false }: Change,
): Promise<AnswerWithCookies<{ token: string }>> {
  const { userId, email } = actor
  const session = await requireOwnLogIn(auth.db, actor)
  requireGoodPassword(newPassword, email, 'newPassword')
  const password = await hashChecked(auth, actor, { currentPassword, newPassword })
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    await requireLiveSession(tx, actor)
    await setPassword(tx, { userId, password, now })
    await endEverySession(tx, userId)
    await endHalfDone(tx, userId)
    if (endApiKeys) await revokeKeysOf(tx, { userId })
    const audit = { actorUserId: userId, subjectUserId: userId, ipAddress: address }
    await recordAudit(tx, { action: 'password.changed', now, ...audit, details: { endApiKeys } })
    await tellOfNewPassword(auth, tx, { to: email, endApiKeys })
    const userAgent = headers.get('user-agent')
    const from = { userId, ipAddress: address, userAgent, now }
    const { token, cookie } = await startSession(auth, tx, { ...from, isRemembered: isRemembered(session) })
    return { body: { token }, cookies: [cookie] }
  })
}

/** The hash of the new password, after checking the current one. */
async function hashChecked(
  auth: Auth,
  { userId, email }: UserActor,
  { currentPassword, newPassword }: Pick<Change, 'currentPassword' | 'newPassword'>,
): Promise<string> {
  const keys = [attemptKey('change-password:account', userId)]
  const hashRequest = { priority: 'known', key: email } as const
  await auth.limiter.require(keys)
  try {
    if (!(await isPasswordOf(auth, { userId, hashRequest }, currentPassword)))
      throw new AppError('invalid_request', 'Your current password is not right.')
    const hash = await auth.hasher.hash(newPassword, hashRequest)
    await auth.limiter.forgive(keys)
    return hash
  } catch (error) {
    if (error instanceof AppError && error.details.busy) await auth.limiter.forgive(keys)
    throw error
  }
}

async function tellOfNewPassword(
  auth: Auth,
  tx: Tx,
  { to, endApiKeys }: { readonly to: string; readonly endApiKeys: boolean },
): Promise<void> {
  const heading = 'Your password was changed'
  const ended = endApiKeys ? 'every other session was logged out and every API key ended' : undefined
  const paragraphs = [
    `The password of your account was changed, and ${ended ?? 'every other session was logged out'}.`,
    'If that was not you, please choose a new password by mail and write to us at once.',
  ]
  await auth.queueMail(tx, { to, template: 'notice', props: { subject: heading, heading, paragraphs } })
}
