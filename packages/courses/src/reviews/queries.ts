import type { Tx } from '@freeor/postgres/database'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { QuestionOption } from '../catalog/tables.ts'
import { learnerChoices } from '../progress/tables.ts'
import { keptDays } from './review-schedule.ts'
import type { DueQuestion, ReviewsAnswer } from './schema.ts'
import { reviewCards } from './tables.ts'

/** A question that comes back to a learner, with its key: for the answer to a review alone. */
export type ReviewQuestion = DueQuestion & {
  readonly answerOptionId: string | null
  readonly explanation: string | null
  readonly dueAt: Date
}

/** A daily review is short, however many questions were missed; days are UTC’s. */
export const questionsADay = 20
/** Of one answer. */
const questionsAtOnce = 10
const dayMilliseconds = 24 * 3_600_000

/**
 * The learner's questions that come back: missed in the last graded attempt of their lesson, or answered in a review
 * before. Each as the version that this attempt asked, whose key the learner has seen. Nothing is written for a missed
 * question until it is answered here, so graded attempts and reviews know nothing of each other.
 */
const theirs = (userId: string) => sql`
  WITH last AS (
    SELECT DISTINCT ON (lesson_id) id, lesson_id, graded_at FROM quiz_attempts
    WHERE user_id = ${userId} AND graded_at IS NOT NULL
    ORDER BY lesson_id, graded_at DESC, id DESC),
  theirs AS (
    SELECT asked.question_id, asked.version, last.lesson_id, lessons.title, v.question, v.options,
      coalesce(asked.corrected_option_id, v.answer_option_id) AS answer_option_id, v.explanation, c.card, coalesce(c.reviews, 0) AS reviews,
      coalesce(c.due_at, last.graded_at) AS due_at, c.user_id IS NOT NULL AS is_begun
    FROM last
    JOIN lessons ON lessons.id = last.lesson_id
    JOIN attempt_questions asked ON asked.attempt_id = last.id
    JOIN questions q ON q.id = asked.question_id AND q.removed_at IS NULL
    JOIN question_versions v ON v.question_id = asked.question_id AND v.version = asked.version
    LEFT JOIN attempt_answers given ON given.attempt_id = last.id AND given.question_id = asked.question_id
    LEFT JOIN review_cards c ON c.user_id = ${userId} AND c.question_id = asked.question_id
    WHERE v.answer_option_id IS NOT NULL
      AND (c.user_id IS NOT NULL OR given.option_id IS DISTINCT FROM
        coalesce(asked.corrected_option_id, v.answer_option_id)))`

type Row = {
  question_id: string
  lesson_id: string
  title: string
  version: number
  question: string
  options: QuestionOption[]
  answer_option_id: string | null
  explanation: string | null
  reviews: number
  due_at: string
}

const toQuestion = (row: Row): ReviewQuestion => ({
  ...{ questionId: row.question_id, lessonId: row.lesson_id, lessonTitle: row.title, version: row.version },
  ...{ question: row.question, reviews: row.reviews, explanation: row.explanation },
  options: row.options.map(({ id, text }) => ({ id, text })),
  answerOptionId: row.answer_option_id,
  dueAt: new Date(row.due_at),
})

/** A question of a review as the learner sees it before the answer. */
export const withoutKey = ({ answerOptionId: _, explanation: __, dueAt: ___, ...shown }: ReviewQuestion) =>
  shown

/** Whether the learner chose that missed questions come back. */
async function isChosen(tx: Tx, userId: string): Promise<boolean> {
  const [choice] = await tx
    .select({ on: learnerChoices.reviews })
    .from(learnerChoices)
    .where(eq(learnerChoices.userId, userId))
  return choice?.on ?? false
}

/** One question that comes back to this learner; undefined for any other. */
export async function findReviewQuestion(
  tx: Tx,
  userId: string,
  questionId: string,
): Promise<ReviewQuestion | undefined> {
  const { rows } = await tx.execute<Row>(
    sql`${theirs(userId)} SELECT * FROM theirs WHERE question_id = ${questionId}`,
  )
  const [row] = rows
  return row && toQuestion(row)
}

/** Today's review, and how much of what was missed is kept by now. Empty while the learner has not chosen it. */
export async function readReviews(tx: Tx, userId: string, now: Date): Promise<ReviewsAnswer> {
  if (!(await isChosen(tx, userId)))
    return {
      on: false,
      questions: [],
      progress: { due: 0, learning: 0, kept: 0 },
      isDayDone: false,
      nextAt: null,
    }
  const at = now.toISOString()
  const today = new Date(Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds)
  const isToday = and(eq(reviewCards.userId, userId), gte(reviewCards.lastReviewedAt, today))
  const left = Math.max(0, questionsADay - (await tx.$count(reviewCards, isToday)))
  const due = await tx.execute<Row>(sql`${theirs(userId)}
    SELECT * FROM theirs WHERE due_at <= ${at} ORDER BY due_at, question_id LIMIT ${Math.min(left, questionsAtOnce)}`)
  const isKept = sql`is_begun AND due_at > ${at} AND (card->>'scheduled_days')::float8 >= ${keptDays}`
  const figures = await tx.execute<{ due: number; learning: number; kept: number; next: string | null }>(sql`
    ${theirs(userId)}
    SELECT count(*) FILTER (WHERE due_at <= ${at})::int AS due, count(*) FILTER (WHERE ${isKept})::int AS kept,
      count(*) FILTER (WHERE is_begun AND due_at > ${at} AND NOT (${isKept}))::int AS learning,
      min(due_at) FILTER (WHERE due_at > ${at}) AS next
    FROM theirs`)
  const [{ next, ...progress } = { due: 0, learning: 0, kept: 0, next: null }] = figures.rows
  const isDayDone = left === 0 && progress.due > 0
  const tomorrow = new Date(today.getTime() + dayMilliseconds)
  const nextAt = isDayDone ? tomorrow : next === null ? null : new Date(next)
  return {
    on: true,
    questions: due.rows.map((row) => withoutKey(toQuestion(row))),
    progress,
    isDayDone,
    nextAt: nextAt?.toISOString() ?? null,
  }
}
