import type { UserActor } from '@freeor/kernel/actor'
import type { CompanyRole, CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { type AuditEntry, recordAudit } from '../commands.ts'
import { type Right, requireRight } from '../policy.ts'
import type { Auth, Requester } from '../ports.ts'
import { lostAccess } from '../scope.ts'
import { companies, companyMembers, users } from '../tables.ts'
import { getCompany } from './queries.ts'
import type { CompanyAnswer, CompanyProfileInput } from './schema.ts'

/** A user who works inside a company, and where their request came from. */
export type Acting = {
  readonly scope: CompanyScope
  readonly actor: UserActor
  readonly caller: Requester
}

/** The audit row of an action inside a company: under impersonation the super admin acted, as the person. */
export function actionOf(
  { scope, actor, caller }: Acting,
  now: Date,
): Pick<AuditEntry, 'now' | 'actorUserId' | 'subjectUserId' | 'companyId' | 'ipAddress'> {
  return {
    now,
    actorUserId: actor.impersonatedBy ?? actor.userId,
    subjectUserId: actor.userId,
    companyId: scope.companyId,
    ipAddress: caller.address,
  }
}

export type LockedCompany = typeof companies.$inferSelect & { readonly role: CompanyRole }

/**
 * Locks the company's row, which guards changes of its people and seats, and reads the person's rights again: a person
 * who was removed or demoted while their request was on its way can do nothing any more.
 * @throws AppError forbidden
 */
export async function lockCompany(tx: Tx, scope: CompanyScope, right?: Right): Promise<LockedCompany> {
  const [company] = await tx
    .select()
    .from(companies)
    .where(eq(companies.id, scope.companyId))
    .for('no key update')
  const isThem = and(eq(companyMembers.companyId, scope.companyId), eq(companyMembers.userId, scope.userId))
  const [member] = await tx.select({ role: companyMembers.role }).from(companyMembers).where(isThem)
  if (!company || !member) throw lostAccess()
  if (right) requireRight(member, right)
  return { ...company, role: member.role }
}

/**
 * Holds a person's membership until the transaction ends: a removal waits, and ends what was made meanwhile. The person's
 * row is locked before, as a deletion of their account locks it.
 * @throws AppError forbidden for a person who was removed while their request was on its way
 */
export async function holdMembership(
  tx: Tx,
  { companyId, userId }: Pick<CompanyScope, 'companyId' | 'userId'>,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share')
  const isThem = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId))
  const [member] = await tx
    .select({ id: companyMembers.id })
    .from(companyMembers)
    .where(isThem)
    .for('key share')
  if (!member) throw lostAccess()
}

/** Changes the company's name or address, or both. @throws AppError forbidden */
export async function changeCompanyProfile(
  auth: Auth,
  acting: Acting,
  input: CompanyProfileInput,
): Promise<CompanyAnswer> {
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const { id, name, email } = await lockCompany(tx, acting.scope, 'company.edit')
    await tx
      .update(companies)
      .set({ name: input.name ?? name, email: input.email ?? email, updatedAt: now })
      .where(eq(companies.id, id))
    await recordAudit(tx, {
      ...actionOf(acting, now),
      action: 'company.changed',
      objectType: 'company',
      objectId: id,
      details: { before: { name, email }, after: input },
    })
    return await getCompany(auth, tx, acting.scope)
  })
}
