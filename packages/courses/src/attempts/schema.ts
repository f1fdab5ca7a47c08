import { z } from 'zod'

/** The words of the specification, and what the API answers in their place. */
export const attemptTexts = {
  noQuestions: 'There are no questions in this quiz.',
  missing: 'There is no such quiz.',
  alreadyGraded: 'Not counted: this quiz is already graded.',
} as const

const option = z.object({ id: z.string(), text: z.string() })

/** The learner's answer to one question, as the server has it. */
export const answerAnswer = z.object({
  questionId: z.string(),
  /** The id of the chosen option; null while it is not answered. */
  selectedAnswer: z.string().nullable(),
  /** Rises with each change of this answer; 0 while it is not answered. A click names the one its device had seen. */
  revision: z.int().min(0),
  /** Options that another device of the learner chose and the last one had not seen: the learner is asked. */
  conflict: z.array(z.string()),
})

export type AnswerAnswer = z.infer<typeof answerAnswer>

/** A question of an attempt. The key and the explanation are there once the attempt is graded, and never before. */
export const attemptQuestion = answerAnswer.extend({
  /** The version that the attempt began with. */
  version: z.int(),
  /** Markdown. */
  question: z.string(),
  options: z.array(option),
  /** The id of the correct option. */
  answer: z.string().nullable().optional(),
  correct: z.boolean().optional(),
  /** Markdown. */
  explanation: z.string().nullable().optional(),
})

export type AttemptQuestion = z.infer<typeof attemptQuestion>

const gradedScore = z.object({
  attemptId: z.string(),
  score: z.int(),
  questions: z.int(),
  gradedAt: z.iso.datetime(),
})

/** An attempt without its questions. */
const listedAttempt = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The account that owns the lesson. */
  aid: z.string(),
  /** The learner's. */
  uid: z.string(),
  createdBy: z.string(),
  lessonId: z.string(),
  lessonTitle: z.string(),
  graded: z.boolean(),
  gradedAt: z.iso.datetime().nullable(),
  favorite: z.boolean(),
  archived: z.boolean(),
  _created: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
  questionCount: z.int(),
  answered: z.int(),
  /** The answered share, in whole percent. */
  percent: z.int().min(0).max(100),
  /** Answers equal to the correct answer; null until it is graded. */
  score: z.int().nullable(),
})

/** A card: the newest attempt of a lesson, with the last graded one and the best. */
export const attemptCard = listedAttempt.extend({
  last: gradedScore.nullable(),
  best: gradedScore.nullable(),
})

export type AttemptCard = z.infer<typeof attemptCard>

/** An attempt with its questions, as its learner may see it. */
export const quizAttempt = attemptCard.extend({ questions: z.array(attemptQuestion) })

export type QuizAttempt = z.infer<typeof quizAttempt>

const id = z.string().max(60)
const flag = (unlessTold: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(unlessTold)
    .transform((text) => text === 'true')

/** Which of a learner's attempts a list holds, and how it is sorted. */
export const listAttemptsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  /** Goes on behind this attempt, the last one of the page before. */
  before: id.optional(),
  lessonId: id.optional(),
  /** Of lessons that stand in this course. */
  course: id.optional(),
  /** Of lessons of this account: its owner's uid. */
  aid: id.optional(),
  /** The learner's: of anybody else's there are none. */
  uid: id.optional(),
  archived: z.enum(['true', 'false', 'any']).default('any'),
  /** Only the newest attempt of each lesson: a card each. */
  newest: flag('false'),
  sort: z.enum(['_created', 'lastUpdated']).default('_created'),
  descending: flag('true'),
})

/** A device names itself by a random text, and numbers its clicks of an attempt from 1. */
const device = z.string().min(1).max(64)
const clickNumber = z.int().min(1)

export const startAttemptInput = z.strictObject({ lessonId: z.string().max(60) })

export const answerInput = z.strictObject({
  optionId: z.string().max(60),
  device,
  number: clickNumber,
  /** The revision of this answer that the device had seen; 0 for none. */
  seen: z.int().min(0),
})

/** The device that grades and its last click in this attempt: it must have been applied. 0 for none. */
export const gradeInput = z.strictObject({ device, number: z.int().min(0) })

export const attemptMarks = z.strictObject({
  favorite: z.boolean().optional(),
  archived: z.boolean().optional(),
})

export const questionReportInput = z.strictObject({ text: z.string().max(2000) })
