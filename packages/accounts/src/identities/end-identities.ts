import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { accounts } from '../tables.ts'
import { isIdentity } from './queries.ts'

/** Removes all linked identities of a user; in the transaction that recovers the account for its owner or closes it. */
export async function endIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), isIdentity))
}
