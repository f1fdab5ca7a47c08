import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { emails } from './tables.ts'

/** Deletes the messages of a user whose account is deleted, even where Leads is not served. */
export async function deleteEmailsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(emails).where(eq(emails.userId, userId))
}
