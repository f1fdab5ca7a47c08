import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { courseLessons, courses, lessons } from '../../catalog/tables.ts'

export type CountedLesson = {
  readonly _docId: string
  readonly title: string
  readonly order: number
  readonly quizName: string
  readonly durationSeconds: number | null
}

export type CountedCourse = {
  readonly course: { readonly _docId: string; readonly name: string }
  /** In order. Archived and unpublished ones do not count. */
  readonly lessons: readonly CountedLesson[]
}

/** A course with the lessons that count for its completion. @throws AppError not_found */
export async function readCountedCourse(tx: Tx, courseId: string): Promise<CountedCourse> {
  const [course] = await tx
    .select({ _docId: courses.id, name: courses.name })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.archivedAt)))
  if (!course) throw new AppError('not_found', 'There is no such course.')
  const rows = await tx
    .select({
      _docId: lessons.id,
      title: lessons.title,
      quizName: lessons.quizName,
      durationSeconds: lessons.durationSeconds,
    })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(and(eq(courseLessons.courseId, courseId), eq(lessons.published, true), isNull(lessons.archivedAt)))
    .orderBy(sql`${courseLessons.position} COLLATE "C"`)
  return { course, lessons: rows.map((row, at) => ({ ...row, order: at + 1 })) }
}
