import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { savedSearches } from './tables.ts'

/** Takes all searches of a person away who has their account deleted, also where no search is served. */
export async function deleteSavedSearchesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(savedSearches).where(eq(savedSearches.userId, userId))
}
