import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { forgetReturnsOf } from '@freeor/messaging/returned/commands'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { revokeKeysOf } from '../api-keys/commands.ts'
import { recordAudit } from '../commands.ts'
import { forgetSufferer } from '../error-log/commands.ts'
import { humanPasses } from '../human-check/tables.ts'
import { invitations } from '../invitations/tables.ts'
import { passkeys } from '../passkeys/tables.ts'
import type { Auth } from '../ports.ts'
import { forgetPhoto } from '../profile/photos/commands.ts'
import { accounts, auditLog, companies, companyMembers, sessions, users, verifications } from '../tables.ts'
import { backupCodes, twoFactors } from '../two-factor/tables.ts'
import { verificationCodes } from '../verification/tables.ts'

/**
 * Deletes an account at once. What the ledger, files and invoices refer to stays valid: the rows of the person and of
 * the companies that only they used stay, without personal data. Higher layers end subscriptions and what else they
 * hold, in the same transaction. See docs/decisions/011.
 * @throws AppError invalid_request when the address typed is not theirs; conflict while other people are in a company
 *   they own
 */
export async function deleteAccount(
  auth: Auth,
  actor: UserActor,
  typedEmail: string,
  caller: { readonly address: string },
): Promise<void> {
  const { userId } = actor
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user || user.deletedAt) throw new AppError('not_found', 'There is no such account')
    if (typedEmail !== user.email)
      throw new AppError('invalid_request', 'That is not the address of your account.')
    const companyIds = await lockOwnCompanies(tx, userId)
    await requireAlone(tx, userId, companyIds)
    await auth.onAccountDeleted(tx, { userId, companyIds, now })
    await leaveCompanies(auth, tx, { userId, companyIds, now })
    await forgetCredentials(tx, userId)
    await forgetPerson(tx, { userId, email: user.email, companyIds, now })
    const who = { actorUserId: userId, subjectUserId: userId, ipAddress: caller.address }
    await recordAudit(tx, { action: 'account.deleted', now, ...who, details: { companyIds } })
    const heading = 'Your account was deleted'
    const paragraphs = ['Your account and what we knew of you are deleted. There is nothing you need to do.']
    const props = { subject: heading, heading, paragraphs }
    await auth.queueMail(tx, { to: user.email, template: 'notice', props })
  })
}

/**
 * Takes the same locks as a hand-over and an acceptance: nobody joins while the owner leaves. No stronger lock: a
 * transaction that holds the customer's row may still have to insert a row that refers to the company, and would wait
 * for us while we wait for it.
 */
async function lockOwnCompanies(tx: Tx, userId: string): Promise<string[]> {
  const owned = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.ownerUserId, userId))
    .orderBy(companies.id)
    .for('no key update')
  return owned.map(({ id }) => id)
}

async function requireAlone(tx: Tx, userId: string, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  const isOther = and(inArray(companyMembers.companyId, [...companyIds]), ne(companyMembers.userId, userId))
  const [other] = await tx.select({ id: companyMembers.id }).from(companyMembers).where(isOther).limit(1)
  if (other)
    throw new AppError('conflict', 'Please hand your account to somebody else first, or remove its people.')
}

type Leaving = { readonly userId: string; readonly companyIds: readonly string[]; readonly now: Date }

async function leaveCompanies(auth: Auth, tx: Tx, { userId, now }: Leaving): Promise<void> {
  const left = await tx
    .delete(companyMembers)
    .where(eq(companyMembers.userId, userId))
    .returning({ companyId: companyMembers.companyId })
  for (const { companyId } of left) await auth.onMemberRemoved(tx, { companyId, userId, now })
  await revokeKeysOf(tx, { userId })
}

/** Removes every way to log in: no session, password, linked identity, passkey, link, code or key. */
async function forgetCredentials(tx: Tx, userId: string): Promise<void> {
  await tx.delete(humanPasses).where(eq(humanPasses.userId, userId))
  await tx.delete(sessions).where(or(eq(sessions.userId, userId), eq(sessions.impersonatedBy, userId)))
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(verifications).where(eq(verifications.value, userId))
  await tx.delete(verificationCodes).where(eq(verificationCodes.userId, userId))
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
}

type Forgetting = Leaving & { readonly email: string }

async function forgetPerson(tx: Tx, { userId, email, companyIds, now }: Forgetting): Promise<void> {
  const nobody = `deleted-${userId.replace('usr_', '')}@deleted.invalid`
  await tx.delete(invitations).where(and(eq(invitations.email, email), eq(invitations.status, 'pending')))
  await tx
    .update(invitations)
    .set({ email: nobody, updatedAt: now })
    .where(or(eq(invitations.userId, userId), eq(invitations.email, email)))
  if (companyIds.length > 0) {
    await tx.delete(invitations).where(inArray(invitations.companyId, [...companyIds]))
    await tx
      .update(companies)
      .set({ name: 'Deleted account', email: null, homeOfUserId: null, updatedAt: now })
      .where(inArray(companies.id, [...companyIds]))
  }
  await forgetCompanyNames(tx, companyIds)
  await forgetPhoto(tx, userId)
  await forgetReturnsOf(tx, email)
  await forgetSufferer(tx, userId)
  await tx
    .update(users)
    .set({
      ...{ email: nobody, name: 'Deleted person', emailVerified: false, role: 'user', banned: true },
      ...{ image: null, phone: null, phoneVerifiedAt: null, org: null, deletedAt: now, updatedAt: now },
    })
    .where(eq(users.id, userId))
}

/** The trail keeps that a company was renamed, and no name that it had: often it is the person's own. */
async function forgetCompanyNames(tx: Tx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length === 0) return
  await tx
    .update(auditLog)
    .set({ details: sql`${auditLog.details} #- '{before,name}' #- '{after,name}'` })
    .where(and(inArray(auditLog.companyId, [...companyIds]), eq(auditLog.action, 'company.changed')))
}
