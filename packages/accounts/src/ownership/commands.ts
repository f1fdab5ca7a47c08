import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAudit } from '../commands.ts'
import { type Acting, actionOf, type LockedCompany, lockCompany } from '../companies/commands.ts'
import { getMember } from '../members/commands.ts'
import type { Auth } from '../ports.ts'
import { companies, companyMembers, users } from '../tables.ts'
import type { ownershipInput } from './schema.ts'

/**
 * Hands the company to a member whose address is proven. The former owner stays as an admin, and both are notified by
 * mail. The new owner keeps what they own already; see docs/decisions/007.
 * @throws AppError not_found for somebody who is no member; conflict for oneself and for an address that is not proven;
 *   forbidden
 */
export async function transferOwnership(
  auth: Auth,
  acting: Acting,
  { memberId }: z.output<typeof ownershipInput>,
): Promise<void> {
  const now = auth.clock.now()
  await auth.db.transaction(async (tx) => {
    const company = await lockCompany(tx, acting.scope, 'ownership.transfer')
    const { userId } = await getMember(tx, company.id, memberId)
    if (userId === acting.scope.userId) throw new AppError('conflict', 'This account is yours already.')
    const [heir] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (!heir || heir.banned || !heir.emailVerified)
      throw new AppError('conflict', 'They have to confirm their email address first.')
    await handOver(tx, { company, from: acting.scope.userId, to: userId, now })
    await auth.onOwnerChanged(tx, { companyId: company.id, email: heir.email, now })
    await recordAudit(tx, {
      ...actionOf(acting, now),
      subjectUserId: userId,
      action: 'ownership.transferred',
      objectType: 'company',
      objectId: company.id,
      details: { from: acting.scope.userId, to: userId },
    })
    const props = {
      companyName: company.name,
      formerOwner: acting.actor.name,
      newOwner: heir.name,
      url: `${acting.caller.origin}/settings/company`,
    }
    await auth.queueMail(tx, { to: acting.actor.email, template: 'ownership-given', props })
    await auth.queueMail(tx, { to: heir.email, template: 'ownership-received', props })
  })
}

type HandOver = {
  readonly company: LockedCompany
  readonly from: string
  readonly to: string
  readonly now: Date
}

/** The former owner steps down first: the unique index allows no two owners, not even for a moment. */
async function handOver(tx: Tx, { company, from, to, now }: HandOver): Promise<void> {
  const setRole = async (userId: string, role: 'admin' | 'owner') => {
    const isThem = and(eq(companyMembers.companyId, company.id), eq(companyMembers.userId, userId))
    await tx.update(companyMembers).set({ role }).where(isThem)
  }
  await setRole(from, 'admin')
  await setRole(to, 'owner')
  await tx
    .update(companies)
    .set({ ownerUserId: to, homeOfUserId: null, updatedAt: now })
    .where(eq(companies.id, company.id))
}
