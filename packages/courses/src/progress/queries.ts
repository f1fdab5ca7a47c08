import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, eq, sql } from 'drizzle-orm'
import { requireLesson } from '../catalog/find-lessons.ts'
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

const notesStatement = preparedOnce((tx) =>
  tx
    .select()
    .from(lessonNotes)
    .where(
      and(
        eq(lessonNotes.userId, sql.placeholder('userId')),
        eq(lessonNotes.lessonId, sql.placeholder('lessonId')),
      ),
    )
    .orderBy(sql`${lessonNotes.second} NULLS FIRST`, asc(lessonNotes.createdAt), asc(lessonNotes.id))
    .prepare('notes_of_lesson'),
)

/**
 * The learner's own notes and bookmarks in a lesson: those of the lesson as a whole, then by their second.
 * @throws AppError not_found for a lesson that they do not see
 */
export async function listNotes(tx: Tx, { viewer, lessonId }: LearnersLesson): Promise<NoteAnswer[]> {
  await requireLesson(tx, viewer, lessonId)
  const rows = await notesStatement(tx).execute({ userId: viewer.userId, lessonId })
  return rows.map(toNote)
}
