import { and, type Column, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { courseLessons, courses, lessons } from './tables.ts'

/** Whether drafts of the account whose id is in the column are seen. */
export type SeesDrafts = (companyId: Column) => SQL

/** Of lessons joined with their course lessons: those that this viewer sees. */
export const isVisible = (seesDrafts: SeesDrafts): SQL | undefined =>
  and(isNull(lessons.archivedAt), or(eq(lessons.published, true), seesDrafts(lessons.companyId)))

/** Of course lessons joined with their courses: those in a course that is not archived for this viewer. */
export const isInVisibleCourse = (seesDrafts: SeesDrafts): SQL | undefined =>
  or(isNull(courses.archivedAt), seesDrafts(courses.companyId))

/** How many lessons of the course in `courses.id` this viewer sees. */
export const visibleLessons = (seesDrafts: SeesDrafts): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${courseLessons} JOIN ${lessons} ON ${lessons.id} = ${courseLessons.lessonId}
    WHERE ${courseLessons.courseId} = ${courses.id} AND ${isVisible(seesDrafts)})`
