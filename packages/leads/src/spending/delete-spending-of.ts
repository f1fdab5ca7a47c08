import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { downloadApprovals, spendingLimits } from './tables.ts'

type Removed = { readonly userId: string; readonly companyId: string; readonly now: Date }

/** A member who leaves a company has no limit there and asks for nothing any more. */
export async function endSpendingOf(tx: Tx, { userId, companyId, now }: Removed): Promise<void> {
  await tx
    .delete(spendingLimits)
    .where(and(eq(spendingLimits.userId, userId), eq(spendingLimits.companyId, companyId)))
  await tx
    .update(downloadApprovals)
    .set({ state: 'withdrawn', decidedAt: now })
    .where(
      and(
        eq(downloadApprovals.userId, userId),
        eq(downloadApprovals.companyId, companyId),
        eq(downloadApprovals.state, 'waiting'),
      ),
    )
}

/** Deletes the limits and requests of a user whose account is deleted, even where Leads is not served. */
export async function deleteSpendingOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(spendingLimits).where(eq(spendingLimits.userId, userId))
  await tx.delete(downloadApprovals).where(eq(downloadApprovals.userId, userId))
}
