import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, sql } from 'drizzle-orm'
import { requireLesson } from '../catalog/queries.ts'
import type { Viewer } from '../catalog/viewer.ts'
import type { NoteAnswer } from './schema.ts'
import { lessonNotes } from './tables.ts'

/** A learner and a lesson that they look at. */
export type LearnersLesson = {
  readonly viewer: Viewer & { readonly userId: string }
  readonly lessonId: string
}

export const toNote = (row: typeof lessonNotes.$inferSelect): NoteAnswer => ({
  id: row.id,
  lessonId: row.lessonId,
  second: row.second,
  text: row.text,
  created: row.createdAt.toISOString(),
  lastUpdated: row.updatedAt.toISOString(),
})

/**
 * The learner's own notes and bookmarks in a lesson: those of the lesson as a whole, then by their second.
 * @throws AppError not_found for a lesson that they do not see
 */
export async function listNotes(tx: Tx, { viewer, lessonId }: LearnersLesson): Promise<NoteAnswer[]> {
  await requireLesson(tx, viewer, lessonId)
  const rows = await tx
    .select()
    .from(lessonNotes)
    .where(and(eq(lessonNotes.userId, viewer.userId), eq(lessonNotes.lessonId, lessonId)))
    .orderBy(sql`${lessonNotes.second} NULLS FIRST`, asc(lessonNotes.createdAt), asc(lessonNotes.id))
  return rows.map(toNote)
}
