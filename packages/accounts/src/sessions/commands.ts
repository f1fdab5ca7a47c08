import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { Applicant } from '../adapters/hashing-places.ts'
import { attemptKey } from '../attempt-keys.ts'
import type { Auth } from '../auth.ts'
import { recordAudit } from '../commands.ts'
import { accounts, sessions } from '../tables.ts'
import { requireSecondFactor } from '../two-factor/commands.ts'

/** How long a password given again counts. */
export const freshMs = 10 * 60_000
/** A mark from further ahead was set by a clock that was wrong. */
const skewMs = 60_000

/** @throws AppError reauthentication_required unless the password was given in this session ten minutes ago at most */
export function requireReauthenticated({ reauthenticatedAt }: UserActor, now: Date): void {
  const age = reauthenticatedAt ? now.getTime() - reauthenticatedAt.getTime() : Number.POSITIVE_INFINITY
  if (age > freshMs || age < -skewMs)
    throw new AppError('reauthentication_required', 'Please enter your password again.')
}

/** Whether it is the person's password. The attempt is the caller's to count. */
export async function isPasswordOf(
  auth: Auth,
  { userId, applicant }: { readonly userId: string; readonly applicant: Applicant },
  password: string,
): Promise<boolean> {
  const isTheirs = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
  const [credential] = await auth.db.select({ hash: accounts.password }).from(accounts).where(isTheirs)
  const hash = credential?.hash
  if (!hash) return false
  return await auth.hasher.onBehalfOf(applicant, () => auth.hasher.verify({ hash, password }))
}

const notOwnLogIn = () => new AppError('forbidden', 'This needs a session you logged in to yourself')

/**
 * Marks the session as one whose person gave their password, and their code where two-factor is on, just now.
 * @throws AppError invalid_request for a wrong password or code; two_factor_required without a code; rate_limited;
 *   forbidden in a session that is not their own log-in
 */
export async function reauthenticate(
  auth: Auth,
  actor: UserActor,
  { password, code }: { readonly password: string; readonly code?: string | undefined },
  caller: { readonly address: string },
): Promise<{ reauthenticatedUntil: string }> {
  const isOwnLogIn = and(
    eq(sessions.id, actor.sessionId),
    eq(sessions.userId, actor.userId),
    isNull(sessions.parentSessionId),
    isNull(sessions.impersonatedBy),
  )
  // Before anything is counted or spent: a short-lived token never becomes more than it is.
  const [own] = await auth.db.select({ id: sessions.id }).from(sessions).where(isOwnLogIn)
  if (!own) throw notOwnLogIn()
  const keys = [attemptKey('reauthenticate:account', actor.userId)]
  await auth.limiter.require(keys)
  const who = { userId: actor.userId, applicant: { lane: 'known', subject: actor.email } } as const
  if (!(await isPasswordOf(auth, who, password)))
    throw new AppError('invalid_request', "Uh oh, that didn't work :(")
  await auth.limiter.forgive(keys)
  await requireSecondFactor(auth, actor.userId, code)
  const now = auth.clock.now()
  const marked = await auth.db
    .update(sessions)
    .set({ reauthenticatedAt: now })
    .where(isOwnLogIn)
    .returning({ id: sessions.id })
  if (marked.length === 0) throw notOwnLogIn()
  const audit = { actorUserId: actor.userId, subjectUserId: actor.userId, ipAddress: caller.address }
  await recordAudit(auth.db, { action: 'session.reauthenticated', now, ...audit })
  return { reauthenticatedUntil: new Date(now.getTime() + freshMs).toISOString() }
}
