import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { scheduledDownloads } from './tables.ts'

/** A member who leaves a company orders nothing there any more. */
export async function endSchedulesOf(
  tx: Tx,
  { userId, companyId }: { readonly userId: string; readonly companyId: string },
): Promise<void> {
  const isTheirs = and(eq(scheduledDownloads.userId, userId), eq(scheduledDownloads.companyId, companyId))
  await tx.delete(scheduledDownloads).where(isTheirs)
}

/** Deletes the schedules of a user whose account is deleted, even where Leads is not served. */
export async function deleteSchedulesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(scheduledDownloads).where(eq(scheduledDownloads.userId, userId))
}
