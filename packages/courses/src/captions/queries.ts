import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { getLesson } from '../catalog/find-lessons.ts'
import { lessonCaptions } from '../catalog/tables.ts'
import type { Viewer } from '../catalog/viewer.ts'

/**
 * Captions or chapters of a lesson that the viewer may read, as WebVTT.
 * @throws AppError not_found; unauthenticated for a visitor, where there is such a lesson and it is no free preview
 */
export async function getCaptions(
  tx: Tx,
  viewer: Viewer,
  { lessonId, captionId }: { readonly lessonId: string; readonly captionId: string },
): Promise<string> {
  await getLesson(tx, viewer, { lessonId })
  const [row] = await tx
    .select({ vtt: lessonCaptions.vtt })
    .from(lessonCaptions)
    .where(and(eq(lessonCaptions.id, captionId), eq(lessonCaptions.lessonId, lessonId)))
  if (!row) throw new AppError('not_found', 'There are no such captions.')
  return row.vtt
}
