import type { Tx } from '@freeor/postgres/database'
import { eq, sql } from 'drizzle-orm'
import { quizAttempts } from '../attempts/tables.ts'
import { lessonProgress } from '../progress/tables.ts'
import { getLesson, listLessons } from './find-lessons.ts'
import { countedLessons, isComplete, nextLesson } from './next-lesson.ts'
import { findCourse } from './queries.ts'
import type { Continuation } from './schema.ts'
import type { Viewer } from './viewer.ts'

/** The lessons that a learner saw, the last one first. */
async function listSeen(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ lessonId: lessonProgress.lessonId, at: lessonProgress.updatedAt })
    .from(lessonProgress)
    .where(eq(lessonProgress.userId, userId))
    .unionAll(
      tx
        .select({ lessonId: quizAttempts.lessonId, at: quizAttempts.updatedAt })
        .from(quizAttempts)
        .where(eq(quizAttempts.userId, userId)),
    )
    // A union is ordered by the position of a column.
    .orderBy(sql`2 DESC`)
    .limit(20)
  return [...new Set(rows.map(({ lessonId }) => lessonId))]
}

/**
 * Where a learner left: the next lesson of the course they saw a lesson of last. Null for who has seen nothing yet, and
 * after a course that is complete.
 */
export async function findContinuation(
  tx: Tx,
  viewer: Viewer & { readonly userId: string },
): Promise<Continuation | null> {
  for (const lessonId of await listSeen(tx, viewer.userId)) {
    // A lesson that was withdrawn since then is passed over.
    const [courseId] = await getLesson(tx, viewer, { lessonId }).then(
      ({ course }) => course,
      () => [],
    )
    const course = courseId === undefined ? undefined : await findCourse(tx, viewer, courseId)
    if (!course) continue
    const lessons = countedLessons(await listLessons(tx, viewer, course._docId))
    if (lessons.length === 0) continue
    const lesson = nextLesson(lessons)
    const done = lessons.filter(isComplete).length
    return lesson
      ? { courseId: course._docId, courseName: course.name, done, all: lessons.length, lesson }
      : null
  }
  return null
}
