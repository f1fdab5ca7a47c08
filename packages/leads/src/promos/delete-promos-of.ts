import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { promos } from './tables.ts'

/** Takes a user whose account is deleted, and whom they wrote to, out of their promo records: the leads stay counted. */
export async function deletePromosOf(tx: Tx, userId: string): Promise<void> {
  await tx.update(promos).set({ userId: null, email: null, emails: [] }).where(eq(promos.userId, userId))
}
