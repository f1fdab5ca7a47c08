import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { columnChoices } from './tables.ts'

/** Deletes what a user had chosen whose account is deleted. */
export async function deleteColumnChoicesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(columnChoices).where(eq(columnChoices.userId, userId))
}
