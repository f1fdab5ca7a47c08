import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { generateKeyBetween } from 'fractional-indexing'
import { noCourse } from '../../catalog/missing.ts'
import { courses } from '../../catalog/tables.ts'
import { listCourseChanges } from '../changes/queries.ts'
import { placeAfter } from '../order/place-after.ts'
import {
  countLessons,
  type LockedAuthor,
  lockAuthor,
  requireRoomForCourses,
  requireRoomForLessons,
} from '../plan-limits/queries.ts'
import type { AuthoringDeps, CourseEditing } from '../ports.ts'
import { findCourseRole, mayAuthor, requireCourseOwner } from '../require-editor.ts'

import { listPositions } from './queries.ts'
import { type ChangeCourseInput, longestCourseName, type NewCourseInput } from './schema.ts'
import { type CopiedCourse, writeLessonCopies } from './write-copies.ts'

type Course = typeof courses.$inferSelect

/**
 * A course of an account, the first of its cards.
 * @returns its id
 * @throws AppError forbidden for members who may not create; payment_required past the plan's limit
 */
export async function createCourse(
  { db, clock, notices }: AuthoringDeps,
  { actor, companyId }: { readonly actor: UserActor; readonly companyId: string },
  { name, description = '', themeColor = 'info' }: NewCourseInput,
): Promise<string> {
  const made = await db.transaction(async (tx) => {
    const author = await lockAuthor(tx, companyId)
    if (!mayAuthor(await findCourseRole(tx, actor, companyId), 'courses.manage'))
      throw new AppError('forbidden', 'Only the owner and the admins of this account create courses.')
    await requireRoomForCourses(tx, author, 1)
    return await insertCourse(tx, { companyId, name, description, themeColor, now: clock.now() })
  })
  notices?.notifyCourses([{ courseId: made, companyId, isShown: false }])
  return made
}

type NewRow = Pick<Course, 'companyId' | 'name' | 'description' | 'themeColor'> & {
  readonly favorite?: boolean
  readonly now: Date
}

/** A course as the first card of its account, which the caller has locked. @returns its id */
export async function insertCourse(tx: Tx, { now, ...fields }: NewRow): Promise<string> {
  const [first] = await listPositions(tx, fields.companyId)
  const position = generateKeyBetween(null, first?.position ?? null)
  const id = newId('crs')
  await tx.insert(courses).values({ ...fields, id, position, createdAt: now, updatedAt: now })
  return id
}

/** Locks the account, then reads the course as it is now. @throws AppError not_found, forbidden */
async function lockCourse(tx: Tx, { actor, courseId }: CourseEditing) {
  const { companyId } = await requireCourseOwner(tx, actor, courseId)
  const author = await lockAuthor(tx, companyId)
  const [course] = await tx.select().from(courses).where(eq(courses.id, courseId))
  if (!course) throw noCourse()
  return { author, course }
}

/**
 * Renames, colours, marks, archives a course or returns it from the archive.
 * @throws AppError not_found, forbidden; payment_required where it does not fit into the plan any more
 */
export async function changeCourse(
  { db, clock, notices }: AuthoringDeps,
  editing: CourseEditing,
  { archived, ...fields }: ChangeCourseInput,
): Promise<void> {
  const changes = await db.transaction(async (tx) => {
    const { author, course } = await lockCourse(tx, editing)
    const now = clock.now()
    if (archived === false && course.archivedAt !== null) await requireRoomToRestore(tx, author, course.id)
    const archivedAt =
      archived === undefined ? course.archivedAt : archived ? (course.archivedAt ?? now) : null
    await tx
      .update(courses)
      .set({ ...fields, archivedAt, updatedAt: now })
      .where(eq(courses.id, course.id))
    return await listCourseChanges(tx, course.id)
  })
  notices?.notifyCourses(changes)
}

async function requireRoomToRestore(tx: Tx, author: LockedAuthor, courseId: string): Promise<void> {
  await requireRoomForCourses(tx, author, 1)
  await requireRoomForLessons(tx, author, { courseId, adding: 0 })
}

/**
 * A course with the same lessons, as drafts of their own: changing one of them changes nothing of the original.
 * Archived lessons stay behind.
 * @returns the new course's id
 * @throws AppError not_found, forbidden, payment_required
 */
export async function duplicateCourse(
  { db, clock, notices }: AuthoringDeps,
  editing: CourseEditing,
): Promise<string> {
  const made = await db.transaction(async (tx) => {
    const { author, course } = await lockCourse(tx, editing)
    await requireRoomForCourses(tx, author, 1)
    const { companyId, description, themeColor } = course
    const name = copyName(course.name)
    const now = clock.now()
    const id = await insertCourse(tx, { companyId, name, description, themeColor, now })
    const copied: CopiedCourse = { from: course.id, to: id, companyId, now }
    // The source may hold more lessons than the plan of today allows.
    await requireRoomForLessons(tx, author, { courseId: id, adding: await countLessons(tx, course.id) })
    await writeLessonCopies(tx, copied)
    return { courseId: id, companyId, isShown: false }
  })
  notices?.notifyCourses([made])
  return made.courseId
}

const copyName = (name: string): string => `Copy of ${name}`.slice(0, longestCourseName)

/**
 * Places a course's card behind another one of the account; null for the first position.
 * @throws AppError not_found, forbidden; conflict where the other is not of the account
 */
export async function moveCourse(
  { db, notices }: AuthoringDeps,
  editing: CourseEditing,
  after: string | null,
): Promise<void> {
  const changes = await db.transaction(async (tx) => {
    const { author, course } = await lockCourse(tx, editing)
    const rows = await listPositions(tx, author.companyId)
    const moved = placeAfter({ rows, id: course.id, after })
    if (!moved) throw new AppError('conflict', 'The course it is to follow is not in this account.')
    for (const { id, position } of moved) await tx.update(courses).set({ position }).where(eq(courses.id, id))
    return await listCourseChanges(tx, course.id)
  })
  notices?.notifyCourses(changes.map((change) => ({ ...change, isShown: false })))
}

/**
 * Archives the courses of accounts that are deleted with their owner: nobody is left who answers for them. Learners
 * keep their progress, attempts and certificates.
 */
export async function archiveCoursesOf(tx: Tx, companyIds: readonly string[], now: Date): Promise<void> {
  if (companyIds.length === 0) return
  await tx
    .update(courses)
    .set({ archivedAt: now, updatedAt: now })
    .where(and(inArray(courses.companyId, [...companyIds]), isNull(courses.archivedAt)))
}
