import type { Tx } from '@freeor/postgres/database'
import { inArray } from 'drizzle-orm'
import { ownLists } from './tables.ts'

/** With a person's account go the lists of their companies; those they brought to others stay that company's. */
export async function deleteOwnListsOf(tx: Tx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length > 0) await tx.delete(ownLists).where(inArray(ownLists.companyId, [...companyIds]))
}
