import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { questionVersions } from '../catalog/tables.ts'
import { type AnswerClick, type AnswerState, applyClick } from './answer-rule.ts'
import { attemptLimits } from './limits.ts'
import type { AttemptDeps } from './ports.ts'
import { isOwn, noAttempt } from './queries.ts'
import { type AnswerAnswer, attemptTexts } from './schema.ts'
import { answerClicks, attemptAnswers, attemptQuestions, quizAttempts } from './tables.ts'
import { type StoredAnswer, visibleAnswer } from './visible-attempt.ts'

/** A click on an option of a question of an attempt. */
export type QuestionClick = AnswerClick & { readonly attemptId: string; readonly questionId: string }

/**
 * Applies a click of the learner, once however often it is sent. One transaction, which waits for others of the same
 * attempt; no clock of a device is read.
 * @returns the answer as it is now: a later click of the same device, or a repeated one, leaves it as it was
 * @throws AppError not_found for another's attempt and for a question that is not in it; invalid_request for an option
 *   that is not one of the question's; conflict with `graded` when the attempt was graded before the click came, with
 *   `number` when the device used that number for another click, with `full` past the limits of an attempt
 */
export async function answerQuestion(
  { db, clock, notices, faults }: AttemptDeps,
  userId: string,
  click: QuestionClick,
): Promise<AnswerAnswer> {
  const { answer, lessonId } = await db.transaction(async (tx) => {
    const { gradedAt, lessonId } = await lockAttempt(tx, userId, click.attemptId)
    const asked = await readAsked(tx, click)
    if (asked.repeated) return { answer: requireSameClick(asked.repeated, click, asked.answer), lessonId }
    if (gradedAt !== null)
      throw new AppError('conflict', attemptTexts.alreadyGraded, { details: { graded: true } })
    if (!asked.options.some(({ id }) => id === click.optionId))
      throw new AppError('invalid_request', 'That is not an option of this question.', {
        details: { field: 'optionId' },
      })
    if (asked.clicks >= attemptLimits.clicks)
      throw tooMuch('This quiz has had too many clicks. Please grade it.')
    const now = clock.now()
    const state = applyClick(asked.answer ?? undefined, asked.latest, click)
    const changed = state ? await writeAnswer(tx, click, { state, now }) : asked.answer
    if (!state) await keepClick(tx, click, now)
    await faults?.('answer-applied')
    return { answer: visibleAnswer(click.questionId, changed), lessonId }
  })
  await faults?.('answer-committed')
  notices?.notifyProgress({ userId, lessonId })
  return answer
}

/**
 * The learner's own attempt, locked until the end of the transaction: clicks and grading of one attempt wait for each
 * other.
 * @throws AppError not_found
 */
export async function lockAttempt(
  tx: Tx,
  userId: string,
  attemptId: string,
): Promise<typeof quizAttempts.$inferSelect> {
  const [attempt] = await tx.select().from(quizAttempts).where(isOwn(userId, attemptId)).for('no key update')
  if (!attempt) throw noAttempt()
  return attempt
}

const tooMuch = (message: string) => new AppError('conflict', message, { details: { full: true } })

type Asked = {
  readonly options: readonly { readonly id: string }[]
  readonly answer: StoredAnswer | null
  /** The click that the device sent under this number already. */
  readonly repeated: { readonly questionId: string; readonly optionId: string } | null
  /** The highest number of the device's clicks on this question; 0 for none. */
  readonly latest: number
  /** Of the whole attempt. */
  readonly clicks: number
}

/** What the click meets. Read after the attempt is locked, so that nothing changes until it is applied. */
async function readAsked(tx: Tx, { attemptId, questionId, device, number }: QuestionClick): Promise<Asked> {
  const ofAttempt = sql`${answerClicks.attemptId} = ${attemptId}`
  const ofDevice = sql`${ofAttempt} AND ${answerClicks.device} = ${device}`
  const [asked] = await tx
    .select({
      options: questionVersions.options,
      answer: attemptAnswers,
      repeated: sql<
        Asked['repeated']
      >`(SELECT json_build_object('questionId', ${answerClicks.questionId}, 'optionId',
        ${answerClicks.optionId}) FROM ${answerClicks} WHERE ${ofDevice} AND ${answerClicks.number} = ${number})`,
      latest: sql<number>`(SELECT coalesce(max(${answerClicks.number}), 0)::float8 FROM ${answerClicks}
        WHERE ${ofDevice} AND ${answerClicks.questionId} = ${questionId})`,
      clicks: sql<number>`(SELECT count(*)::int FROM ${answerClicks} WHERE ${ofAttempt})`,
    })
    .from(attemptQuestions)
    .innerJoin(
      questionVersions,
      and(
        eq(questionVersions.questionId, attemptQuestions.questionId),
        eq(questionVersions.version, attemptQuestions.version),
      ),
    )
    .leftJoin(
      attemptAnswers,
      and(eq(attemptAnswers.attemptId, attemptId), eq(attemptAnswers.questionId, questionId)),
    )
    .where(and(eq(attemptQuestions.attemptId, attemptId), eq(attemptQuestions.questionId, questionId)))
  if (!asked) throw new AppError('not_found', 'There is no such question in this quiz.')
  return asked
}

/** A repeated click is answered as the first time, also after grading. @throws AppError conflict for another click */
function requireSameClick(
  repeated: NonNullable<Asked['repeated']>,
  { questionId, optionId }: QuestionClick,
  answer: StoredAnswer | null,
): AnswerAnswer {
  if (repeated.questionId !== questionId || repeated.optionId !== optionId)
    throw new AppError('conflict', 'This device used that number for another click.', {
      details: { number: true },
    })
  return visibleAnswer(questionId, answer)
}

const keepClick = (tx: Tx, click: QuestionClick, receivedAt: Date) => {
  const { attemptId, device, number, questionId, optionId, seen } = click
  return tx
    .insert(answerClicks)
    .values({ attemptId, device, number, questionId, optionId, seen, receivedAt })
    .returning({ number: answerClicks.number })
}

type Change = { readonly state: AnswerState; readonly now: Date }

/** Keeps the click too, in the same statement: each statement more costs a trip to the database. */
async function writeAnswer(tx: Tx, click: QuestionClick, { state, now }: Change): Promise<StoredAnswer> {
  const { attemptId, questionId } = click
  const { optionId, device, number, revision, others } = state
  if (others.length > attemptLimits.devices)
    throw tooMuch('Too many devices answered this question at once. Please reload the page and choose again.')
  const answer = { optionId, device, number, revision, others: [...others], answeredAt: now }
  const kept = tx.$with('kept').as(keepClick(tx, click, now))
  const touched = tx
    .$with('touched')
    .as(
      tx
        .update(quizAttempts)
        .set({ updatedAt: now })
        .where(eq(quizAttempts.id, attemptId))
        .returning({ id: quizAttempts.id }),
    )
  const [written] = await tx
    .with(kept, touched)
    .insert(attemptAnswers)
    .values({ attemptId, questionId, ...answer })
    .onConflictDoUpdate({ target: [attemptAnswers.attemptId, attemptAnswers.questionId], set: answer })
    .returning()
  if (!written) throw new AppError('internal', 'The answer was not stored')
  return written
}
