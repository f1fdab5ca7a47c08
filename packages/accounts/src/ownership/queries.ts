import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { companies } from '../tables.ts'

/** The companies a person owns: their own and those that were handed to them. */
export async function listOwnedCompanies(tx: Tx, userId: string): Promise<string[]> {
  const owned = await tx.select({ id: companies.id }).from(companies).where(eq(companies.ownerUserId, userId))
  return owned.map(({ id }) => id)
}
