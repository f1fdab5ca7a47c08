import { z } from 'zod'
import { questionLimits } from './limits.ts'

const { options: mostOptions, questionLength, optionLength, explanationLength } = questionLimits

/** Words of the specification, and what the API says about questions. */
export const questionTexts = {
  newQuestion: 'Type your question here.',
  needsQuiz: 'You must add a quiz before you can publish this lesson.',
  missing: 'There is no such question.',
  tooManyOptions: 'Options are lettered A to Z: a question has at most 26.',
  askedSince:
    'A learner was asked one of these questions already. Please remove those you do not want one by one.',
  changedSince:
    'One of these questions was changed since it came in. Please remove those you do not want one by one.',
} as const

/** A question as its author sees it. It holds the key: nothing that a learner may read is made of it. */
export const authorQuestion = z.object({
  id: z.string(),
  lessonId: z.string(),
  /** From 1: its position in the lesson. */
  position: z.int(),
  /** Rises with each change. An attempt keeps the version it began with. */
  version: z.int(),
  /** Markdown. */
  question: z.string(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  /** The id of the correct option; null while none is chosen: then the question is not asked. */
  answer: z.string().nullable(),
  /** Markdown. */
  explanation: z.string().nullable(),
  _created: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
})

export type AuthorQuestion = z.infer<typeof authorQuestion>

const optionInput = z.strictObject({
  /** Of an option that stays; none for a new one. */
  id: z.string().max(60).optional(),
  text: z.string().max(optionLength),
  correct: z.boolean().optional(),
})

const content = {
  question: z.string().max(questionLength).optional(),
  options: z.array(optionInput).max(mostOptions, { error: questionTexts.tooManyOptions }).optional(),
  explanation: z.string().max(explanationLength).nullable().optional(),
}

/** The default text and no options unless told. With `copyOf` it is a copy of that question of the same account. */
export const newQuestionInput = z.strictObject({
  ...content,
  copyOf: z.string().max(60).optional(),
  /** The question that it stands behind; null for the first position, the last position unless told. */
  after: z.string().max(60).nullable().optional(),
})

export type NewQuestionInput = z.infer<typeof newQuestionInput>

/** What is not named stays. `version` is the one that the change began with. */
export const questionChange = z.strictObject({ version: z.int().min(1), ...content })

export type QuestionChange = z.infer<typeof questionChange>

export const moveQuestionInput = z.strictObject({
  /** The question that it stands behind from now on; null for the first position. */
  after: z.string().max(60).nullable(),
})

/** Questions that came in together, as the answer of the import names them. */
export const takeOutInput = z.strictObject({
  questionIds: z.array(z.string().max(60)).min(1).max(questionLimits.inLesson),
})

/** A page of the questions of a lesson, in order. */
export const lessonQuestions = z.object({ total: z.int(), questions: z.array(authorQuestion) })

export type LessonQuestions = z.infer<typeof lessonQuestions>

/** What a question said from a time on, until the next version. */
export const questionVersion = authorQuestion
  .pick({ version: true, question: true, options: true, answer: true, explanation: true })
  .extend({ created: z.iso.datetime() })

export type QuestionVersion = z.infer<typeof questionVersion>

/** Newest first. */
export const questionVersionsAnswer = z.object({ versions: z.array(questionVersion), hasMore: z.boolean() })

/** A question of the bank: where it stands is named. */
export const bankQuestion = authorQuestion.extend({ lessonTitle: z.string() })

export type BankQuestion = z.infer<typeof bankQuestion>

export const bankPage = z.object({ total: z.int(), questions: z.array(bankQuestion) })
