import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { reports } from './tables.ts'

/** Deletes the reports of a user whose account is deleted, even where Leads is not served. */
export async function deleteReportsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(reports).where(eq(reports.userId, userId))
}
