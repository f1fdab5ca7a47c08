import { companies } from '@freeor/accounts/tables'
import { getTableColumns, sql } from 'drizzle-orm'
import type { ListedLesson } from './schema.ts'
import { courseLessons, lessons, questions } from './tables.ts'

/** Keys of `fractional-indexing` compare byte by byte, whatever the database's collation is. */
export const inOrder = sql`${courseLessons.position} COLLATE "C"`

// By far the longest of a lesson's fields, and no list shows it.
const { transcript: _, ...listedFields } = getTableColumns(lessons)

/** Of course lessons joined with their lessons and the lessons' accounts. */
export const lessonInCourse = {
  courseLesson: courseLessons,
  lesson: listedFields,
  aid: companies.ownerUserId,
  questions: sql<number>`(SELECT count(*)::int FROM ${questions} WHERE ${questions.lessonId} = ${lessons.id}
    AND ${questions.removedAt} IS NULL)`,
}

export type LessonInCourse = {
  courseLesson: typeof courseLessons.$inferSelect
  lesson: Omit<typeof lessons.$inferSelect, 'transcript'>
  aid: string
  questions: number
}

/** What the list of a course and the page of a lesson both show. */
export const toData = ({ courseLesson, lesson, questions: amount }: LessonInCourse, order: number) => ({
  published: lesson.published,
  title: lesson.title,
  slug: courseLesson.slug,
  description: lesson.description,
  instructor: lesson.instructor,
  order,
  videoThumb: lesson.videoThumb,
  quiz: { name: lesson.quizName, questions: amount },
})

/** @param order from 1 among those that are shown */
export function toListed(placed: LessonInCourse, order: number, state: ListedLesson['state']): ListedLesson {
  const { lesson, courseLesson, aid } = placed
  return {
    _docId: lesson.id,
    aid,
    archived: lesson.archivedAt !== null,
    favorite: lesson.favorite,
    themeColor: lesson.themeColor,
    _created: lesson.createdAt.toISOString(),
    lastUpdated: lesson.updatedAt.toISOString(),
    data: toData(placed, order),
    durationSeconds: lesson.durationSeconds,
    isPreview: courseLesson.isPreview,
    state,
  }
}
