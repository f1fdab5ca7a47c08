import type { Tx } from '@freeor/postgres/database'
import { eq, inArray } from 'drizzle-orm'
import { leadNoteChanges, leadNotes } from './tables.ts'

type Deleted = { readonly userId: string; readonly companyIds: readonly string[] }

/** With a person's account go the notes of their companies; those they wrote for others stay that company's, without their name. */
export async function deleteLeadNotesOf(tx: Tx, { userId, companyIds }: Deleted): Promise<void> {
  if (companyIds.length > 0)
    await tx.delete(leadNoteChanges).where(inArray(leadNoteChanges.companyId, [...companyIds]))
  await tx.update(leadNotes).set({ changedBy: null }).where(eq(leadNotes.changedBy, userId))
}
