import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { accounts } from '../tables.ts'
import { isIdentity } from './queries.ts'

/** Takes every linked identity of a person away; in the transaction that takes the account back or closes it. */
export async function endIdentities(tx: Tx, userId: string): Promise<void> {
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), isIdentity))
}
