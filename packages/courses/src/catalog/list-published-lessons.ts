import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PublishedLesson } from './schema.ts'
import { courseLessons, courses, lessons } from './tables.ts'

/** As many as a feed holds, and more than a course is long. */
const most = 100

/** What anyone may know of a lesson. Neither its text nor its video is read from the database here. */
const known = {
  lessonId: lessons.id,
  courseId: courses.id,
  courseName: courses.name,
  slug: courseLessons.slug,
  title: lessons.title,
  description: lessons.description,
  durationSeconds: lessons.durationSeconds,
  publishedAt: sql<Date>`coalesce(${lessons.publishedAt}, ${lessons.createdAt})`.mapWith(lessons.createdAt),
}

/** Published lessons of courses that are not archived. */
const shown = and(eq(lessons.published, true), isNull(lessons.archivedAt), isNull(courses.archivedAt))

const toAnswer = ({
  publishedAt,
  ...lesson
}: { publishedAt: Date } & Omit<PublishedLesson, 'publishedAt'>) => ({
  ...lesson,
  publishedAt: publishedAt.toISOString(),
})

/** The lessons of one course in its order, for visitors; none of a course that is not there or is archived. */
export async function listPublishedLessons(tx: Tx, courseId: string): Promise<PublishedLesson[]> {
  const rows = await tx
    .select(known)
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(and(shown, eq(courses.id, courseId)))
    // Keys of `fractional-indexing` compare byte by byte, whatever the database's collation is.
    .orderBy(sql`${courseLessons.position} COLLATE "C"`)
    .limit(most)
  return rows.map(toAnswer)
}

/** The newest lessons of all courses, the newest first. One that stands in several courses comes once. */
export async function listNewLessons(tx: Tx): Promise<PublishedLesson[]> {
  const rows = await tx
    .select(known)
    .from(lessons)
    .innerJoin(courseLessons, eq(courseLessons.lessonId, lessons.id))
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(shown)
    .orderBy(desc(known.publishedAt), lessons.id, courses.createdAt)
    .limit(2 * most)
  const once = rows.filter(
    ({ lessonId }, at) => rows.findIndex((other) => other.lessonId === lessonId) === at,
  )
  return once.slice(0, most).map(toAnswer)
}
