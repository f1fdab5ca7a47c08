import type { UserActor } from '@freeor/kernel/actor'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, isNull } from 'drizzle-orm'
import { listLessonChanges } from '../../authoring/changes/queries.ts'
import { requireLessonEditor } from '../../authoring/require-editor.ts'
import { lessons, questions } from '../../catalog/tables.ts'
import type { CourseNotices } from '../../events/ports.ts'
import { questionLimits } from '../limits.ts'
import { questionTexts } from '../schema.ts'
import { countAskedQuestions, getLessonOf, noQuestion } from './queries.ts'

export type QuestionDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Told after the commit. */
  readonly notices?: Pick<CourseNotices, 'notifyCourses'>
}

type Written<T> = {
  readonly answer: T
  /** The lesson whose quiz changed; undefined where nothing did. */
  readonly lessonId?: string
  /** How many questions are asked changed, which learners see in their lists. Drafts of questions they never see. */
  readonly isCounted?: boolean
}

/** One transaction that changes the quiz of a lesson; then the other windows of its authors are told. */
export async function writeQuiz<T>(
  { db, notices }: QuestionDeps,
  work: (tx: Tx) => Promise<Written<T>>,
): Promise<T> {
  const { answer, changes } = await db.transaction(async (tx) => {
    const { answer, lessonId, isCounted = false } = await work(tx)
    const changes = lessonId === undefined ? [] : await listLessonChanges(tx, lessonId)
    return { answer, changes: changes.map((one) => ({ ...one, isShown: one.isShown && isCounted })) }
  })
  notices?.notifyCourses(changes)
  return answer
}

/**
 * The lesson of the questions, locked: changes of its questions wait for each other. Attempts go on beginning meanwhile,
 * with the questions as they were.
 * @throws AppError not_found for whoever does not edit it
 */
export async function lockLesson(tx: Tx, actor: UserActor, lessonId: string) {
  await requireLessonEditor(tx, actor, lessonId)
  const [lesson] = await tx.select().from(lessons).where(eq(lessons.id, lessonId)).for('no key update')
  if (!lesson) throw new AppError('not_found', 'There is no such lesson.')
  return lesson
}

/** As `lockLesson`, for the lesson of a question. @throws AppError not_found, the same for a question and its lesson */
export async function lockLessonOf(tx: Tx, actor: UserActor, questionId: string) {
  const lessonId = await getLessonOf(tx, questionId)
  const lesson = await lockLesson(tx, actor, lessonId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? noQuestion() : error
  })
  // It may have been removed while this waited for the lock.
  await getLessonOf(tx, questionId)
  return lesson
}

/** Removed questions do not count. @throws AppError conflict when the lesson has as many as it may have */
export async function requireRoom(tx: Tx, lessonId: string, more: number): Promise<void> {
  const there = await tx.$count(questions, and(eq(questions.lessonId, lessonId), isNull(questions.removedAt)))
  if (there + more > questionLimits.inLesson)
    throw new AppError('conflict', `A lesson holds at most ${questionLimits.inLesson} questions.`, {
      details: { full: true },
    })
}

/**
 * A published lesson always has a quiz: without one, nobody could complete its course.
 * @param without a question that is not counted
 * @throws AppError conflict
 */
export async function requireQuiz(
  tx: Tx,
  lesson: { readonly id: string; readonly published: boolean },
  without?: string,
): Promise<void> {
  if (!lesson.published || (await countAskedQuestions(tx, lesson.id, without)) > 0) return
  throw new AppError('conflict', questionTexts.needsQuiz, { details: { lastQuestion: true } })
}

export const touchLesson = async (tx: Tx, lessonId: string, now: Date) =>
  await tx.update(lessons).set({ updatedAt: now }).where(eq(lessons.id, lessonId))
