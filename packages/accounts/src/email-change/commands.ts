import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, ne } from 'drizzle-orm'
import { attemptKey } from '../attempt-keys.ts'
import { recordAudit } from '../commands.ts'
import { tellAccountExists } from '../credentials/commands.ts'
import type { Auth, Requester } from '../ports.ts'
import { users, verifications } from '../tables.ts'
import { codeMinutes } from '../verification/codes.ts'
import { keepDeadCode, sendCode, tryCode } from '../verification/commands.ts'

/**
 * Sends a code to the new address; the account keeps the old one until the code comes back. If the new address has an
 * account, only its owner is told, by mail. The person must have re-authenticated.
 * @throws AppError conflict for the address they have; rate_limited
 */
export async function startEmailChange(
  auth: Auth,
  actor: UserActor,
  email: string,
  caller: Requester,
): Promise<{ email: string; expiresAt: string }> {
  if (email === actor.email) throw new AppError('conflict', 'That is your address already.')
  await auth.limiter.require([
    attemptKey('code:account', actor.userId),
    attemptKey('code-day:account', actor.userId),
  ])
  const now = auth.clock.now()
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000)
  await auth.db.transaction(async (tx) => {
    // In the transaction, so that a refused request is not counted; the same for a taken address as for a free one.
    await auth.limiter.requireWithin(tx, [attemptKey('change-email-day:recipient', email)])
    const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    const sending = {
      userId: actor.userId,
      purpose: 'change-email',
      channel: 'email',
      sentTo: email,
    } as const
    if (taken) {
      await keepDeadCode(auth, tx, sending)
      await tellAccountExists(auth, tx, email, caller)
    } else await sendCode(auth, tx, sending)
    const who = { actorUserId: actor.userId, subjectUserId: actor.userId, ipAddress: caller.address }
    await recordAudit(tx, { action: 'email.change_requested', now, ...who })
  })
  return { email, expiresAt: expiresAt.toISOString() }
}

/**
 * Gives the account the address whose code came back: it is proven, since its mail was read. Both addresses are
 * notified, links mailed to the old one end, and the billing account gets the new one.
 * @throws AppError conflict when the address was taken meanwhile
 */
export async function confirmEmailChange(
  auth: Auth,
  actor: UserActor,
  code: string,
  caller: Requester,
): Promise<{ verified: boolean; expired: boolean; email: string }> {
  const { userId } = actor
  const now = auth.clock.now()
  const change = auth.db.transaction(async (tx) => {
    const spent = await tryCode(auth, tx, { userId, purpose: 'change-email', code })
    const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!before) throw new AppError('not_found', 'There is no such person')
    if (spent.status !== 'right')
      return { verified: false, expired: spent.status === 'expired', email: before.email }
    const email = spent.sentTo
    await requireFree(tx, userId, email)
    await tx.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
    await tx.delete(verifications).where(eq(verifications.value, userId))
    await tellBoth(auth, tx, { before: before.email, after: email })
    await auth.onEmailChanged(tx, { userId, before: before.email, after: email, now })
    await recordAudit(tx, {
      action: 'email.changed',
      now,
      actorUserId: userId,
      subjectUserId: userId,
      ipAddress: caller.address,
      details: { before: before.email, after: email },
    })
    return { verified: true, expired: false, email }
  })
  return await change.catch((error: unknown) => {
    throw isTaken(error) ? takenMeanwhile() : error
  })
}

const takenMeanwhile = () => new AppError('conflict', 'That address belongs to another account.')

/** Of two at the same time, the later one violates the unique index (PostgreSQL's 23505). */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === '23505'
}

/** Checked first, so that nothing is written in vain. */
async function requireFree(tx: Tx, userId: string, email: string): Promise<void> {
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
  if (taken) throw takenMeanwhile()
}

async function tellBoth(auth: Auth, tx: Tx, { before, after }: { before: string; after: string }) {
  const notice = {
    subject: 'The address of your account was changed',
    heading: 'Your account has a new address',
    paragraphs: [
      `The address of your account was changed from ${before} to ${after}.`,
      'If that was not you, please write to us at once.',
    ],
  }
  for (const to of [before, after]) await auth.queueMail(tx, { to, template: 'notice', props: notice })
}
