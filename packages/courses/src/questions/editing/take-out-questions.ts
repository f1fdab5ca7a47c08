import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm'
import { attemptQuestions } from '../../attempts/tables.ts'
import { questions } from '../../catalog/tables.ts'
import { questionTexts } from '../schema.ts'
import { lockLesson, type QuestionDeps, requireQuiz, touchLesson, writeQuiz } from './write-quiz.ts'

export type TakingOut = { readonly lessonId: string; readonly questionIds: readonly string[] }

/**
 * Takes questions that came in together out of their lesson again, all or none. Those that were removed meanwhile stay so.
 * @throws AppError not_found for a lesson that the actor does not edit; conflict where a learner was asked one of them,
 *   where one was changed since, and where a published lesson would be left without a question
 */
export async function takeOutQuestions(
  deps: QuestionDeps,
  actor: UserActor,
  { lessonId, questionIds }: TakingOut,
): Promise<void> {
  const now = deps.clock.now()
  await writeQuiz(deps, async (tx) => {
    const lesson = await lockLesson(tx, actor, lessonId)
    const areThese = and(
      eq(questions.lessonId, lessonId),
      inArray(questions.id, [...questionIds]),
      isNull(questions.removedAt),
    )
    if ((await tx.$count(questions, areThese)) === 0) return { answer: undefined }
    await requireUntouched(tx, areThese)
    await tx.update(questions).set({ removedAt: now }).where(areThese)
    await requireQuiz(tx, lesson)
    await touchLesson(tx, lessonId, now)
    return { answer: undefined, lessonId, isCounted: true }
  })
}

/** Nobody loses their words or answers by somebody else's undo. @throws AppError conflict */
async function requireUntouched(tx: Tx, areThese: SQL | undefined): Promise<void> {
  const [asked] = await tx
    .select({ id: questions.id })
    .from(questions)
    .innerJoin(attemptQuestions, eq(attemptQuestions.questionId, questions.id))
    .where(areThese)
    .limit(1)
  if (asked) throw new AppError('conflict', questionTexts.askedSince, { details: { asked: true } })
  if ((await tx.$count(questions, and(areThese, gt(questions.currentVersion, 1)))) > 0)
    throw new AppError('conflict', questionTexts.changedSince, { details: { changed: true } })
}
