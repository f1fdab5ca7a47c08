import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq } from 'drizzle-orm'
import { revokeKeysOf } from '../api-keys/commands.ts'
import { ensureOwnCompany, recordAudit } from '../commands.ts'
import { type Acting, actionOf, lockCompany } from '../companies/commands.ts'
import type { GivenRole } from '../invitations/schema.ts'
import { invitations } from '../invitations/tables.ts'
import type { Auth } from '../ports.ts'
import { findCompanyOf } from '../queries.ts'
import { companyMembers, users } from '../tables.ts'

type Member = typeof companyMembers.$inferSelect

/** A member of this company. Its row must be locked. @throws AppError not_found, also for another company's */
export async function getMember(tx: Tx, companyId: string, memberId: string): Promise<Member> {
  const [member] = await tx
    .select()
    .from(companyMembers)
    .where(and(eq(companyMembers.id, memberId), eq(companyMembers.companyId, companyId)))
  if (!member) throw new AppError('not_found', 'There is no such person in this account')
  return member
}

/** Nobody may change the owner's membership this way, or their own. @throws AppError conflict */
function requireOther(member: Member, acting: Acting): void {
  if (member.role === 'owner')
    throw new AppError('conflict', 'The owner stays until the account is handed to somebody else.')
  if (member.userId === acting.scope.userId)
    throw new AppError('conflict', 'Somebody else has to do that for you.')
}

/** Gives a member another role. @throws AppError not_found, forbidden; conflict for the owner and for the caller */
export async function changeMemberRole(
  auth: Auth,
  acting: Acting,
  { memberId, role }: { memberId: string; role: GivenRole },
): Promise<void> {
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    const { id: companyId } = await lockCompany(tx, acting.scope, 'people.manage')
    const member = await getMember(tx, companyId, memberId)
    requireOther(member, acting)
    if (member.role === role) return
    await tx.update(companyMembers).set({ role }).where(eq(companyMembers.id, memberId))
    await recordAudit(tx, {
      ...actionOf(acting, now),
      subjectUserId: member.userId,
      action: 'member.role_changed',
      objectType: 'member',
      objectId: memberId,
      details: { before: member.role, after: role },
    })
  })
}

/**
 * Ends a membership. The person's very next request, on every device, works in a company of their own or is told that
 * they lost access. What they ordered for the company goes on.
 * @throws AppError not_found, forbidden; conflict for the owner and for the caller
 */
export async function removeMember(auth: Auth, acting: Acting, memberId: string): Promise<void> {
  await auth.db.transaction(async (tx) => {
    const { id: companyId } = await lockCompany(tx, acting.scope, 'people.manage')
    const member = await getMember(tx, companyId, memberId)
    requireOther(member, acting)
    await endMembership(auth, tx, { acting, member, action: 'member.removed' })
  })
}

/** Leaves the company that the caller works in. @throws AppError forbidden; conflict for the owner */
export async function leaveCompany(auth: Auth, acting: Acting): Promise<void> {
  const { companyId, userId } = acting.scope
  await auth.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope)
    const isThem = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId))
    const [member] = await tx.select().from(companyMembers).where(isThem)
    if (!member || member.role === 'owner')
      throw new AppError('conflict', 'The owner stays until the account is handed to somebody else.')
    await endMembership(auth, tx, { acting, member, action: 'member.left' })
  })
}

type Ending = {
  readonly acting: Acting
  readonly member: Member
  readonly action: 'member.removed' | 'member.left'
}

async function endMembership(auth: Auth, tx: Tx, { acting, member, action }: Ending): Promise<void> {
  const now = auth.clock.now()
  const { id: memberId, companyId, userId, role } = member
  await tx.delete(companyMembers).where(eq(companyMembers.id, memberId))
  const ended = await tx
    .update(invitations)
    .set({ status: 'removed', updatedAt: now })
    .where(
      and(
        eq(invitations.companyId, companyId),
        eq(invitations.userId, userId),
        eq(invitations.status, 'accepted'),
      ),
    )
    .returning({ id: invitations.id })
  if (ended.length === 0) await rememberRemoval(tx, member, now)
  await revokeKeysOf(tx, { userId, companyId })
  await auth.onMemberRemoved(tx, { companyId, userId, now })
  await recordAudit(tx, {
    ...actionOf(acting, now),
    subjectUserId: userId,
    action,
    objectType: 'member',
    objectId: memberId,
    details: { role },
  })
}

/** For a user who joined without an invitation, as a former owner did. */
async function rememberRemoval(tx: Tx, { companyId, userId, role }: Member, now: Date): Promise<void> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!person || role === 'owner') return
  await tx.insert(invitations).values({
    id: newId('inv'),
    companyId,
    email: person.email,
    role,
    status: 'removed',
    userId,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Gives a user who lost access an account of their own, on the free plan, once; what they had inside the company stays
 * there.
 * @throws AppError conflict while they belong to a company
 */
export async function convertToOwnAccount(
  auth: Auth,
  actor: UserActor,
  caller: { readonly address: string },
): Promise<{ companyId: string }> {
  const now = auth.clock.now()
  const { userId, email, name } = actor
  return await auth.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    if (await findCompanyOf(tx, userId)) throw new AppError('conflict', 'You have an account already.')
    const companyId = await ensureOwnCompany(tx, { userId, email, name, now }, auth.onCompanyCreated)
    const [last] = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.userId, userId), eq(invitations.status, 'removed')))
      .orderBy(desc(invitations.updatedAt))
      .limit(1)
    if (last)
      await tx
        .update(invitations)
        .set({ status: 'converted', updatedAt: now })
        .where(eq(invitations.id, last.id))
    await recordAudit(tx, {
      action: 'account.converted',
      now,
      actorUserId: actor.impersonatedBy ?? userId,
      subjectUserId: userId,
      companyId,
      ipAddress: caller.address,
    })
    return { companyId }
  })
}
