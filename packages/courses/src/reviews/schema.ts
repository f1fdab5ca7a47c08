import { z } from 'zod'

/** A question that comes back, without its key. */
const dueQuestion = z.object({
  questionId: z.string(),
  lessonId: z.string(),
  lessonTitle: z.string(),
  /** The version that the learner was last graded on. */
  version: z.int(),
  /** Markdown. */
  question: z.string(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  /** How often it came back so far. */
  reviews: z.int(),
})

export type DueQuestion = z.infer<typeof dueQuestion>

export const reviewsAnswer = z.object({
  /** Whether the learner chose that missed questions come back. */
  on: z.boolean(),
  /** Today's questions, the longest due first; few at a time. */
  questions: z.array(dueQuestion),
  progress: z.object({
    /** Questions that are due now. */
    due: z.int(),
    /** Answered at least once here, and coming back within three weeks. */
    learning: z.int(),
    /** Known so well that they come back after three weeks or later. */
    kept: z.int(),
  }),
  /** Whether more is due than a day asks: the rest waits for tomorrow. */
  isDayDone: z.boolean(),
  /** When the next question comes. */
  nextAt: z.iso.datetime().nullable(),
})

export type ReviewsAnswer = z.infer<typeof reviewsAnswer>

export const reviewChoice = z.strictObject({ on: z.boolean() })

export const reviewInput = z.strictObject({ questionId: z.string().max(60), optionId: z.string().max(60) })

/** What the learner is told after an answer. */
export const reviewedQuestion = dueQuestion.extend({
  selectedAnswer: z.string(),
  answer: z.string().nullable(),
  correct: z.boolean(),
  explanation: z.string().nullable(),
  /** When it comes back. */
  dueAt: z.iso.datetime(),
})

export type ReviewedQuestion = z.infer<typeof reviewedQuestion>
