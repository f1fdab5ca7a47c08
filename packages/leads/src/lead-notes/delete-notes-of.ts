import type { Tx } from '@freeor/postgres/database'
import { inArray } from 'drizzle-orm'
import { leadNoteChanges } from './tables.ts'

/** With a person's account go the notes of their companies; those they wrote for others stay that company's. */
export async function deleteLeadNotesOf(tx: Tx, companyIds: readonly string[]): Promise<void> {
  if (companyIds.length > 0)
    await tx.delete(leadNoteChanges).where(inArray(leadNoteChanges.companyId, [...companyIds]))
}
