import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { noLesson } from '../../catalog/missing.ts'
import { courseLessons, courses, lessons } from '../../catalog/tables.ts'
import { listCourseChanges, listLessonChanges } from '../changes/queries.ts'
import { type Positioned, placeAfter, positionAtEnd } from '../order/place-after.ts'
import { countLessons, lockAuthor, requireRoomForLessons } from '../plan-limits/queries.ts'
import type { AuthoringDeps, CourseEditing } from '../ports.ts'
import { requireCourseOwner } from '../require-editor.ts'
import { freeSlug } from './free-slug.ts'
import { listCourseLessons } from './queries.ts'
import type { AddedLesson, AddLessonInput, ChangeCourseLessonInput } from './schema.ts'

/**
 * Whose row is locked first is the same in every command: the account's. So two people's changes of one course wait for
 * each other, and both see the order that results.
 * @throws AppError not_found, forbidden
 */
async function lockCourseOf(tx: Tx, { actor, courseId }: CourseEditing) {
  const { companyId } = await requireCourseOwner(tx, actor, courseId)
  return await lockAuthor(tx, companyId)
}

/**
 * Adds a lesson behind the others of a course: a new draft with the specification's defaults, or an existing one of the
 * same account, which then stands in both courses.
 * @throws AppError not_found, forbidden; payment_required past the plan's limit; conflict for a lesson that is there
 */
export async function addLesson(
  { db, clock, notices }: AuthoringDeps,
  editing: CourseEditing,
  input: AddLessonInput,
): Promise<AddedLesson> {
  const { added, changes } = await db.transaction(async (tx) => {
    const author = await lockCourseOf(tx, editing)
    const { courseId } = editing
    await requireRoomForLessons(tx, author, { courseId, adding: 1 })
    const rows = await listCourseLessons(tx, courseId)
    const number = (await countLessons(tx, courseId)) + 1
    const { companyId } = author
    const now = clock.now()
    const lessonId =
      input.lessonId !== undefined
        ? await requirePlaceable(tx, rows, { companyId, lessonId: input.lessonId })
        : await insertDraft(tx, { companyId, title: input.title ?? `Lesson ${number}`, now })
    const slug = freeSlug(
      number,
      rows.map((row) => row.slug),
    )
    await tx.insert(courseLessons).values({ courseId, lessonId, slug, position: positionAtEnd(rows) })
    await tx.update(courses).set({ updatedAt: now }).where(eq(courses.id, courseId))
    return { added: { lessonId, slug }, changes: await listLessonChanges(tx, lessonId) }
  })
  notices?.notifyCourses(changes)
  return added
}

type Draft = { readonly companyId: string; readonly title: string; readonly now: Date }

async function insertDraft(tx: Tx, { companyId, title, now }: Draft): Promise<string> {
  const id = newId('les')
  await tx.insert(lessons).values({ id, companyId, title, createdAt: now, updatedAt: now })
  return id
}

/** @throws AppError not_found for another account's lesson; conflict for one that is there already, or archived */
async function requirePlaceable(
  tx: Tx,
  rows: readonly Positioned[],
  { companyId, lessonId }: { readonly companyId: string; readonly lessonId: string },
): Promise<string> {
  const [lesson] = await tx
    .select({ archivedAt: lessons.archivedAt })
    .from(lessons)
    .where(and(eq(lessons.id, lessonId), eq(lessons.companyId, companyId)))
  if (!lesson) throw noLesson()
  if (rows.some(({ id }) => id === lessonId))
    throw new AppError('conflict', 'That lesson is in this course already.')
  if (lesson.archivedAt !== null)
    throw new AppError('conflict', 'That lesson is archived. Please restore it first.')
  return lessonId
}

type CourseLesson = CourseEditing & { readonly lessonId: string }

const isCourseLesson = ({ courseId, lessonId }: Pick<CourseLesson, 'courseId' | 'lessonId'>) =>
  and(eq(courseLessons.courseId, courseId), eq(courseLessons.lessonId, lessonId))

/**
 * Places a lesson of a course behind another one; null for the first position.
 * @throws AppError not_found, forbidden; conflict where the other lesson is not in the course any more
 */
export async function moveLesson(
  { db, clock, notices }: AuthoringDeps,
  courseLesson: CourseLesson,
  after: string | null,
): Promise<void> {
  const changes = await db.transaction(async (tx) => {
    await lockCourseOf(tx, courseLesson)
    const rows = await listCourseLessons(tx, courseLesson.courseId)
    if (!rows.some(({ id }) => id === courseLesson.lessonId)) throw noLesson()
    const moved = placeAfter({ rows, id: courseLesson.lessonId, after })
    if (!moved) throw new AppError('conflict', 'The lesson it is to follow is not in this course any more.')
    await writePositions(tx, courseLesson.courseId, moved)
    await tx.update(courses).set({ updatedAt: clock.now() }).where(eq(courses.id, courseLesson.courseId))
    return await listCourseChanges(tx, courseLesson.courseId)
  })
  notices?.notifyCourses(changes)
}

/** Positions are unique at every moment: where all are renewed, the old ones make room first. */
async function writePositions(tx: Tx, courseId: string, moved: readonly Positioned[]): Promise<void> {
  const [first, ...others] = moved
  if (!first) return
  const at = (ids: readonly string[]) =>
    and(eq(courseLessons.courseId, courseId), inArray(courseLessons.lessonId, [...ids]))
  if (others.length > 0)
    await tx
      .update(courseLessons)
      .set({ position: sql`'~' || ${courseLessons.lessonId}` })
      .where(at(moved.map(({ id }) => id)))
  for (const { id, position } of moved)
    await tx
      .update(courseLessons)
      .set({ position })
      .where(at([id]))
}

/**
 * Changes a lesson's address in a course, or whether it is the course's free preview: there is one at most, so the mark
 * moves.
 * @throws AppError not_found, forbidden; conflict for an address that another lesson of the course has
 */
export async function changeCourseLesson(
  { db, clock, notices }: AuthoringDeps,
  courseLesson: CourseLesson,
  { slug, isPreview }: ChangeCourseLessonInput,
): Promise<void> {
  const changes = await db.transaction(async (tx) => {
    await lockCourseOf(tx, courseLesson)
    const { courseId, lessonId } = courseLesson
    const rows = await listCourseLessons(tx, courseId)
    if (!rows.some(({ id }) => id === lessonId)) throw noLesson()
    if (rows.some((row) => row.id !== lessonId && row.slug === slug))
      throw new AppError('conflict', 'Another lesson of this course has that address.', {
        details: { field: 'slug' },
      })
    if (isPreview)
      await tx
        .update(courseLessons)
        .set({ isPreview: false })
        .where(and(eq(courseLessons.courseId, courseId), ne(courseLessons.lessonId, lessonId)))
    const fields = {
      ...(slug === undefined ? {} : { slug }),
      ...(isPreview === undefined ? {} : { isPreview }),
    }
    if (Object.keys(fields).length > 0)
      await tx.update(courseLessons).set(fields).where(isCourseLesson(courseLesson))
    await tx.update(courses).set({ updatedAt: clock.now() }).where(eq(courses.id, courseId))
    return await listLessonChanges(tx, lessonId)
  })
  notices?.notifyCourses(changes)
}

/**
 * Takes a lesson out of a course; it stays in the others. One that stands nowhere else is archived instead, so that no
 * lesson is lost.
 * @throws AppError not_found, forbidden; conflict for a lesson that stands in no other course
 */
export async function removeCourseLesson(
  { db, clock, notices }: AuthoringDeps,
  courseLesson: CourseLesson,
): Promise<void> {
  const changes = await db.transaction(async (tx) => {
    await lockCourseOf(tx, courseLesson)
    const { courseId, lessonId } = courseLesson
    const before = await listLessonChanges(tx, lessonId)
    if (!before.some((change) => change.courseId === courseId)) throw noLesson()
    const [other] = await tx
      .select({ courseId: courseLessons.courseId })
      .from(courseLessons)
      .innerJoin(courses, eq(courses.id, courseLessons.courseId))
      .where(
        and(
          eq(courseLessons.lessonId, lessonId),
          ne(courseLessons.courseId, courseId),
          isNull(courses.archivedAt),
        ),
      )
    if (!other)
      throw new AppError('conflict', 'This lesson is in no other course. Archive it to take it out of sight.')
    await tx.delete(courseLessons).where(isCourseLesson(courseLesson))
    await tx.update(courses).set({ updatedAt: clock.now() }).where(eq(courses.id, courseId))
    return before.filter((change) => change.courseId === courseId)
  })
  notices?.notifyCourses(changes)
}
