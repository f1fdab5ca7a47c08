import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { courseLessons, courses, lessons } from '../../catalog/tables.ts'
import type { CourseChange } from '../../events/ports.ts'

const isPublished = and(eq(lessons.published, true), isNull(lessons.archivedAt))

/** What is to be told of a course that changed, also by being archived. */
export async function listCourseChanges(tx: Tx, courseId: string): Promise<CourseChange[]> {
  const [published] = await tx
    .select({ id: lessons.id })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(and(eq(courseLessons.courseId, courseId), isPublished))
    .limit(1)
  const rows = await tx
    .select({ courseId: courses.id, companyId: courses.companyId })
    .from(courses)
    .where(eq(courses.id, courseId))
  // A course without a published lesson is a draft: only its account is told.
  return rows.map((row) => ({ ...row, isShown: published !== undefined }))
}

/**
 * What is to be told of a change of a lesson: one notice for each course it stands in.
 * @param wasShown learners saw the lesson before the change: they are told although they do not see it any more
 */
export async function listLessonChanges(tx: Tx, lessonId: string, wasShown = false): Promise<CourseChange[]> {
  const isShown = sql<boolean>`${courses.archivedAt} IS NULL AND (${wasShown} OR (${isPublished}))`
  return await tx
    .select({ courseId: courses.id, companyId: courses.companyId, isShown })
    .from(courseLessons)
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(eq(courseLessons.lessonId, lessonId))
}
