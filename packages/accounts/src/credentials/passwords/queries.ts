import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import type { HashRequest } from '../../adapters/hashing-limiter.ts'
import type { Auth } from '../../ports.ts'
import { accounts, sessions, users } from '../../tables.ts'
import { twoFactors } from '../../two-factor/tables.ts'

/**
 * Locks the person's row, as a password reset, a ban and a deletion do when they end everything that acts for the
 * person. Then checks again that the session lives: a request whose session ended meanwhile makes nothing new.
 * @throws AppError unauthenticated
 */
export async function requireLiveSession(
  tx: Tx,
  { userId, sessionId }: UserActor,
): Promise<typeof users.$inferSelect> {
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  const isTheirs = and(eq(sessions.id, sessionId), eq(sessions.userId, userId))
  const [session] = await tx.select({ id: sessions.id }).from(sessions).where(isTheirs)
  if (!person || person.banned || !session) throw new AppError('unauthenticated', 'Please log in')
  return person
}

/**
 * As `requireLiveSession`, for what goes on acting for the person when they are away. Their address must be proven:
 * otherwise a stranger who signed up with it first would keep a way in after its owner recovers the account.
 * @throws AppError verification_required, with `emailVerified: false`; unauthenticated
 */
export async function requireProvenAddress(tx: Tx, actor: UserActor): Promise<void> {
  const { emailVerified } = await requireLiveSession(tx, actor)
  if (!emailVerified) throw addressNotProven()
}

export const addressNotProven = () =>
  new AppError('verification_required', 'Please confirm your email address first.', {
    details: { emailVerified: false },
  })

export type Credential = {
  readonly userId: string
  /** Null for a user without a password. */
  readonly hash: string | null
  readonly hasTwoFactor: boolean
}

/** How the user with an address signs in; undefined when nobody has it. */
export async function findCredential(tx: Tx, email: string): Promise<Credential | undefined> {
  const isPassword = and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential'))
  const [found] = await tx
    .select({ userId: users.id, hash: accounts.password, enabledAt: twoFactors.enabledAt })
    .from(users)
    .leftJoin(accounts, isPassword)
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(eq(users.email, email))
  return found && { userId: found.userId, hash: found.hash, hasTwoFactor: found.enabledAt !== null }
}

/**
 * Refuses a sign-in that began with a password that was changed meanwhile. A hash may wait half a minute in its queue,
 * and a reset in that time ended everything except what begins only now. Waits for a change that is in progress.
 * Compares the hashes, not times: a clock that was set back must lock nobody out.
 * @throws AppError unauthenticated
 */
export async function requireUnchangedPassword(tx: Tx, { userId, hash }: Credential): Promise<void> {
  const [now] = await tx
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .for('share')
  if (!now || now.hash !== hash) throw wrongPassword()
}

export const wrongPassword = () => new AppError('unauthenticated', 'That email and password do not match.')

/** Whether it is the person's password. The caller counts the attempt. */
export async function isPasswordOf(
  auth: Auth,
  { userId, hashRequest }: { readonly userId: string; readonly hashRequest: HashRequest },
  password: string,
): Promise<boolean> {
  const isTheirs = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
  const [credential] = await auth.db.select({ hash: accounts.password }).from(accounts).where(isTheirs)
  return await auth.hasher.verify({ hash: credential?.hash ?? null, password }, hashRequest)
}
