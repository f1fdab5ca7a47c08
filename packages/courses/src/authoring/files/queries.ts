import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { getLesson } from '../../catalog/find-lessons.ts'
import { lessons } from '../../catalog/tables.ts'
import { seesDraftsOf, type Viewer } from '../../catalog/viewer.ts'

/** A file is linked from few lessons; more are not asked. */
const mostLinking = 20

export const noFile = () => new AppError('not_found', 'There is no such file.')

/**
 * Who may read a file of an account: whoever may read a lesson of that account whose text links it, and whoever sees the
 * account's drafts. So a file that a draft links is a missing file for everybody else, and one that is linked from nowhere
 * any more as well.
 * @throws AppError not_found; unauthenticated for a visitor, where an account would show it
 */
export async function requireFileReader(
  tx: Tx,
  viewer: Viewer,
  { accountId, fileName }: { readonly accountId: string; readonly fileName: string },
): Promise<void> {
  const isLinking = sql`(position(${fileName} in ${lessons.transcript}) > 0 OR position(${fileName} in ${lessons.description}) > 0)`
  const linking = await tx
    .select({ lessonId: lessons.id, seesDrafts: sql<boolean>`${seesDraftsOf(viewer, lessons.companyId)}` })
    .from(lessons)
    .where(and(eq(lessons.companyId, accountId), isLinking))
    .limit(mostLinking)
  if (linking.some(({ seesDrafts }) => seesDrafts)) return
  if (linking.length === 0 && (await seesAccount(tx, viewer, accountId))) return
  let refusal: unknown = noFile()
  for (const { lessonId } of linking) {
    const refused = await getLesson(tx, viewer, { lessonId }).then(
      () => undefined,
      (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
    )
    if (refused === undefined) return
    if (refused.code === 'unauthenticated') refusal = refused
  }
  throw refusal
}

async function seesAccount(tx: Tx, viewer: Viewer, accountId: string): Promise<boolean> {
  const [lesson] = await tx
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.companyId, accountId), seesDraftsOf(viewer, lessons.companyId)))
    .limit(1)
  return lesson !== undefined
}
