import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { noLesson } from '../../catalog/missing.ts'
import { lessons } from '../../catalog/tables.ts'
import { listLessonChanges } from '../changes/queries.ts'
import { countOpenAttempts } from '../course-lessons/queries.ts'
import { type LockedAuthor, lockAuthor, requireRoomToShow } from '../plan-limits/queries.ts'
import type { AuthoringDeps, LessonEditing } from '../ports.ts'
import { requireLessonOwner } from '../require-editor.ts'
import { requireQuestion } from './require-question.ts'
import type { LessonStatus } from './schema.ts'

type Lesson = typeof lessons.$inferSelect
type Locked = { readonly author: LockedAuthor; readonly lesson: Lesson; readonly now: Date }
type Change = Partial<Pick<Lesson, 'published' | 'publishedAt' | 'archivedAt'>>

/** One change of what learners see of a lesson: `decide` throws, or says what is set. */
async function changeStatus(
  { db, clock, notices }: AuthoringDeps,
  { actor, lessonId }: LessonEditing,
  decide: (tx: Tx, locked: Locked) => Promise<Change>,
): Promise<LessonStatus> {
  const { status, changes } = await db.transaction(async (tx) => {
    const { companyId } = await requireLessonOwner(tx, actor, lessonId)
    const author = await lockAuthor(tx, companyId)
    const [lesson] = await tx.select().from(lessons).where(eq(lessons.id, lessonId)).for('no key update')
    if (!lesson) throw noLesson()
    const now = clock.now()
    const change = await decide(tx, { author, lesson, now })
    await tx
      .update(lessons)
      .set({ ...change, updatedAt: now })
      .where(eq(lessons.id, lessonId))
    const after = { ...lesson, ...change }
    const open = await countOpenAttempts(tx, [lessonId])
    return {
      status: {
        ...{ lessonId, published: after.published, archived: after.archivedAt !== null },
        openAttempts: open.get(lessonId) ?? 0,
      },
      changes: await listLessonChanges(tx, lessonId, lesson.published && lesson.archivedAt === null),
    }
  })
  notices?.notifyCourses(changes)
  return status
}

/**
 * Shows a lesson to learners. Publishing a published one changes nothing.
 * @throws AppError not_found, forbidden; conflict for a lesson without a question, or an archived one;
 *   payment_required where its courses are past the plan's limit
 */
export async function publishLesson(deps: AuthoringDeps, editing: LessonEditing): Promise<LessonStatus> {
  return await changeStatus(deps, editing, async (tx, { author, lesson, now }) => {
    if (lesson.archivedAt !== null)
      throw new AppError('conflict', 'This lesson is archived. Please restore it first.')
    if (lesson.published) return {}
    await requireQuestion(tx, lesson.id)
    await requireRoomToShow(tx, author, { lessonId: lesson.id, isArchived: false })
    return { published: true, publishedAt: lesson.publishedAt ?? now }
  })
}

/**
 * Makes a lesson a draft again. Learners who have begun its quiz may finish it.
 * @returns how many have, too
 * @throws AppError not_found, forbidden
 */
export async function unpublishLesson(deps: AuthoringDeps, editing: LessonEditing): Promise<LessonStatus> {
  return await changeStatus(deps, editing, async () => ({ published: false }))
}

/**
 * Takes a lesson out of every course it stands in; its rows in courses, text and attempts stay.
 * @throws AppError not_found, forbidden
 */
export async function archiveLesson(deps: AuthoringDeps, editing: LessonEditing): Promise<LessonStatus> {
  return await changeStatus(deps, editing, async (_, { lesson, now }) => ({
    archivedAt: lesson.archivedAt ?? now,
  }))
}

/**
 * Returns a lesson from the archive to where it was, published if it was.
 * @throws AppError not_found, forbidden; payment_required where one of its courses is full by the plan
 */
export async function restoreLesson(deps: AuthoringDeps, editing: LessonEditing): Promise<LessonStatus> {
  return await changeStatus(deps, editing, async (tx, { author, lesson }) => {
    if (lesson.archivedAt === null) return {}
    await requireRoomToShow(tx, author, { lessonId: lesson.id, isArchived: true })
    return { archivedAt: null }
  })
}
