import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray } from 'drizzle-orm'
import { returnedLeads } from '../returns/tables.ts'
import { reports } from './tables.ts'

/**
 * Deletes the reports of a user whose account is deleted, even where Leads is not served. Leads that were sent back with
 * them, and that nobody decided, are refused: no report asks for them any more.
 */
export async function deleteReportsOf(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const deleted = await tx.delete(reports).where(eq(reports.userId, userId)).returning({ id: reports.id })
  if (deleted.length === 0) return
  const ids = deleted.map(({ id }) => id)
  await tx
    .update(returnedLeads)
    .set({ state: 'refused', decidedAt: now })
    .where(and(inArray(returnedLeads.reportId, ids), eq(returnedLeads.state, 'open')))
}
