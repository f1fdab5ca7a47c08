import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { savedSearches } from './tables.ts'

/** Deletes all searches of a user whose account is deleted, even where Leads is not served. */
export async function deleteSavedSearchesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(savedSearches).where(eq(savedSearches.userId, userId))
}
