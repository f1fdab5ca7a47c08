import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { and, eq, sql } from 'drizzle-orm'
import { learnerChoices } from '../progress/tables.ts'
import { findReviewQuestion, readReviews, withoutKey } from './queries.ts'
import { scheduleReview } from './review-schedule.ts'
import type { ReviewedQuestion, ReviewsAnswer } from './schema.ts'
import { reviewCards } from './tables.ts'

type Deps = { readonly db: Database; readonly clock: Clock }

/** Missed questions come back, or no longer. What was scheduled stays for the next time it is chosen. */
export async function chooseReviews(
  { db, clock }: Deps,
  userId: string,
  on: boolean,
): Promise<ReviewsAnswer> {
  const now = clock.now()
  return await db.transaction(async (tx) => {
    const choice = { reviews: on, updatedAt: now }
    await tx
      .insert(learnerChoices)
      .values({ userId, ...choice })
      .onConflictDoUpdate({ target: learnerChoices.userId, set: choice })
    return await readReviews(tx, userId, now)
  })
}

export type ReviewAnswer = { readonly questionId: string; readonly optionId: string }

/**
 * Answers a question that came back, and schedules when it comes again. A question that is not due yet, as when the
 * answer is sent twice, keeps its schedule. Changes no attempt.
 * @throws AppError not_found for a question that does not come back to this learner; invalid_request for an option that
 *   is not one of its own
 */
export async function answerReview(
  { db, clock }: Deps,
  userId: string,
  { questionId, optionId }: ReviewAnswer,
): Promise<ReviewedQuestion> {
  const now = clock.now()
  return await db.transaction(async (tx) => {
    const asked = await findReviewQuestion(tx, userId, questionId)
    if (!asked) throw new AppError('not_found', 'This question does not come back to you.')
    if (!asked.options.some(({ id }) => id === optionId))
      throw new AppError('invalid_request', 'That is not an option of this question.', {
        details: { field: 'optionId' },
      })
    const correct = optionId === asked.answerOptionId
    const isIt = and(eq(reviewCards.userId, userId), eq(reviewCards.questionId, questionId))
    // Two first answers at once: one of them makes the row, the other waits for it below.
    await tx
      .insert(reviewCards)
      .values({ userId, questionId, card: {}, dueAt: asked.dueAt, createdAt: now })
      .onConflictDoNothing()
    const [stored] = await tx.select().from(reviewCards).where(isIt).for('no key update')
    if (!stored) throw new AppError('internal', 'The card was not stored')
    const shown = { ...withoutKey(asked), reviews: stored.reviews, selectedAnswer: optionId, correct }
    const told = { ...shown, answer: asked.answerOptionId, explanation: asked.explanation }
    if (stored.dueAt > now) return { ...told, dueAt: stored.dueAt.toISOString() }
    const before = stored.reviews === 0 ? undefined : stored.card
    const { card, dueAt } = scheduleReview(before, { correct, now })
    await tx
      .update(reviewCards)
      .set({ card, dueAt, lastReviewedAt: now, reviews: sql`${reviewCards.reviews} + 1` })
      .where(isIt)
    return { ...told, reviews: stored.reviews + 1, dueAt: dueAt.toISOString() }
  })
}
