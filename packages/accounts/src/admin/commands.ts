import { AppError } from '@freeor/kernel/errors'
import type { Database, Tx } from '@freeor/postgres/database'
import { eq, or } from 'drizzle-orm'
import { revokeKeysOf } from '../api-keys/commands.ts'
import { recordAudit } from '../commands.ts'
import { endIdentities } from '../identities/end-identities.ts'
import { passkeys } from '../passkeys/tables.ts'
import { sessions, users } from '../tables.ts'

/** A super admin's action on a user. `superAdminUserId` is undefined for the command line. */
export type UserAction = {
  readonly superAdminUserId: string | undefined
  readonly userId: string
  readonly reason: string
  readonly now: Date
  readonly ipAddress?: string | undefined
}

type Person = typeof users.$inferSelect

/**
 * Changes something about a user in one transaction and records it in the audit trail, with the reason.
 * @throws AppError not_found
 */
export async function doToUser(
  db: Database,
  { superAdminUserId: actorUserId, userId, reason, now, ipAddress }: UserAction,
  name: string,
  work: (tx: Tx, person: Person) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (!person) throw new AppError('not_found', 'There is no such person')
    await work(tx, person)
    const details = { reason, email: person.email }
    await recordAudit(tx, { action: name, now, actorUserId, subjectUserId: userId, ipAddress, details })
  })
}

/**
 * Bans a user: all sessions end, also those in which they act as somebody, and none can begin. Their API keys, passkeys
 * and linked identities end for good.
 * @throws AppError not_found; forbidden for a super admin, who must lose that role first
 */
export async function banUser(db: Database, action: UserAction): Promise<void> {
  await doToUser(db, action, 'user.banned', async (tx, { id, role }) => {
    if (role === 'super_admin') throw new AppError('forbidden', 'A super admin cannot be closed out')
    const ban = { banned: true, banReason: action.reason, updatedAt: action.now }
    await tx.update(users).set(ban).where(eq(users.id, id))
    await endEverySession(tx, id)
    await revokeKeysOf(tx, { userId: id })
    await tx.delete(passkeys).where(eq(passkeys.userId, id))
    await endIdentities(tx, id)
  })
}

/** Lifts a ban; the user's keys stay ended. @throws AppError not_found */
export async function unbanUser(db: Database, action: UserAction): Promise<void> {
  await doToUser(db, action, 'user.unbanned', async (tx, { id }) => {
    const open = { banned: false, banReason: null, banExpires: null, updatedAt: action.now }
    await tx.update(users).set(open).where(eq(users.id, id))
  })
}

/** Records an address as proven, on the super admin's word. @throws AppError not_found */
export async function verifyUserByHand(db: Database, action: UserAction): Promise<void> {
  await doToUser(db, action, 'email.verified_by_hand', async (tx, { id }) => {
    await tx.update(users).set({ emailVerified: true, updatedAt: action.now }).where(eq(users.id, id))
  })
}

/** Logs a person out everywhere. @throws AppError not_found */
export async function endUserSessions(db: Database, action: UserAction): Promise<void> {
  await doToUser(db, action, 'sessions.ended_by_hand', async (tx, { id }) => await endEverySession(tx, id))
}

/** Gives a user the role of super admin, or takes it away. @throws AppError not_found */
export async function setSuperAdmin(
  db: Database,
  action: UserAction & { readonly isSuperAdmin: boolean },
): Promise<void> {
  const what = action.isSuperAdmin ? 'user.made_super_admin' : 'user.super_admin_ended'
  await doToUser(db, action, what, async (tx, { id }) => {
    const role = action.isSuperAdmin ? 'super_admin' : 'user'
    await tx.update(users).set({ role, updatedAt: action.now }).where(eq(users.id, id))
    // Also ends impersonations of them and by them: none may go on with another role than it began with.
    await endEverySession(tx, id)
  })
}

/** Logs the user out everywhere, and ends impersonations of them and by them. */
export async function endEverySession(tx: Tx, userId: string): Promise<void> {
  await tx.delete(sessions).where(or(eq(sessions.userId, userId), eq(sessions.impersonatedBy, userId)))
}
