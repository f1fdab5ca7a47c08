import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { lockAttempt } from './answer-question.ts'
import { openOptions } from './answer-rule.ts'
import { scoreOf } from './grading.ts'
import type { AttemptDeps } from './ports.ts'
import { getAttempt, listQuestions } from './queries.ts'
import { attemptTexts, type QuizAttempt } from './schema.ts'
import { answerClicks, quizAttempts } from './tables.ts'
import type { StoredQuestion } from './visible-attempt.ts'

export type Grading = {
  readonly attemptId: string
  readonly device: string
  /** The last click of the device in this attempt; 0 for none. */
  readonly number: number
}

/**
 * Grades the learner's own attempt, once: called again, it answers the same grade. One transaction that locks the
 * attempt, so a click is either counted or told that it came too late.
 * @throws AppError not_found; conflict with `waitingFor` until the device's last click was applied, with `conflicts`
 *   (ids of questions) while two devices' answers wait for the learner's choice, with `graded` when the attempt was
 *   graded without that click, with `empty` for a quiz without questions
 */
export async function gradeAttempt(
  { db, clock, notices, faults }: AttemptDeps,
  userId: string,
  grading: Grading,
): Promise<QuizAttempt> {
  const { attemptId } = grading
  const graded = await db.transaction(async (tx) => {
    const attempt = await lockAttempt(tx, userId, attemptId)
    await requireApplied(tx, grading, attempt.gradedAt !== null)
    if (attempt.gradedAt === null) {
      const questions = await listQuestions(tx, attemptId)
      requireGradable(questions)
      const now = clock.now()
      const score = scoreOf(questions.map(toGraded))
      await tx
        .update(quizAttempts)
        .set({ gradedAt: now, score, updatedAt: now })
        .where(eq(quizAttempts.id, attemptId))
      await faults?.('grade-scored')
    }
    return await getAttempt(tx, userId, attemptId)
  })
  await faults?.('grade-committed')
  notices?.notifyProgress({ userId, lessonId: graded.lessonId })
  return graded
}

const toGraded = ({ version, answer }: StoredQuestion) => ({
  answerOptionId: version.answerOptionId,
  selectedOptionId: answer?.optionId ?? null,
})

async function requireApplied(
  tx: Tx,
  { attemptId, device, number }: Grading,
  isGraded: boolean,
): Promise<void> {
  if (number === 0) return
  const applied = await tx.$count(
    answerClicks,
    and(
      eq(answerClicks.attemptId, attemptId),
      eq(answerClicks.device, device),
      eq(answerClicks.number, number),
    ),
  )
  if (applied > 0) return
  if (isGraded) throw new AppError('conflict', attemptTexts.alreadyGraded, { details: { graded: true } })
  throw new AppError('conflict', `Your answers are still on their way: click ${number} has not arrived.`, {
    details: { waitingFor: number },
  })
}

function requireGradable(questions: readonly StoredQuestion[]): void {
  if (questions.length === 0)
    throw new AppError('conflict', attemptTexts.noQuestions, { details: { empty: true } })
  const conflicts = questions
    .filter(({ answer }) => answer && openOptions(answer).length > 0)
    .map(({ version }) => version.questionId)
  if (conflicts.length > 0)
    throw new AppError(
      'conflict',
      'Two of your devices answered differently. Please choose which answer counts.',
      {
        details: { conflicts },
      },
    )
}
