import { recordAudit } from '@freeor/accounts/commands'
import { type Acting, actionOf, lockCompany } from '@freeor/accounts/companies/commands'
import { getMember } from '@freeor/accounts/members/commands'
import { AppError } from '@freeor/kernel/errors'
import { and, eq } from 'drizzle-orm'
import type { SpendingDeps } from './ports.ts'
import { spendingLimits } from './tables.ts'

type Change = { readonly memberId: string; readonly leads: number | null }

/**
 * Sets how many new leads a member may take in a billing period; null: as many as the company has. Files under way are
 * counted, none is undone. Nobody sets their own limit, and the owner has none.
 * @throws AppError not_found for somebody who is no member, forbidden without the right and for oneself, conflict for
 *   the owner
 */
export async function setSpendingLimit(
  { db, clock }: Pick<SpendingDeps, 'db' | 'clock'>,
  acting: Acting,
  { memberId, leads }: Change,
): Promise<void> {
  const { companyId } = acting.scope
  const now = clock.now()
  await db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, 'people.manage')
    const { userId, role } = await getMember(tx, companyId, memberId)
    if (role === 'owner') throw new AppError('conflict', 'The owner of an account has no limit')
    if (userId === acting.scope.userId)
      throw new AppError('forbidden', 'Nobody can change their own limit. Please ask the owner.')
    const isTheirs = and(eq(spendingLimits.companyId, companyId), eq(spendingLimits.userId, userId))
    if (leads === null) await tx.delete(spendingLimits).where(isTheirs)
    else
      await tx
        .insert(spendingLimits)
        .values({ companyId, userId, leads, changedAt: now })
        .onConflictDoUpdate({
          target: [spendingLimits.companyId, spendingLimits.userId],
          set: { leads, changedAt: now },
        })
    await recordAudit(tx, {
      ...actionOf(acting, now),
      ...{ action: 'spending_limit.changed', objectType: 'user', objectId: userId, details: { leads } },
    })
  })
}
