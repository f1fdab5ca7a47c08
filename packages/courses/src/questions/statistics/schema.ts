import { z } from 'zod'
import { countedAttempts } from './limits.ts'

const figure = z.number().nullable()
/** The 95% interval of a figure; null where it is not defined. */
const interval = z.object({ low: z.number(), high: z.number() }).nullable()

const optionStatistics = z.object({
  optionId: z.string(),
  text: z.string(),
  isKey: z.boolean(),
  /** How many attempts chose it. */
  chosen: z.int(),
  /** Of all attempts, in percent. */
  percent: z.number(),
  /** How many of the third with the highest scores chose it, and of the third with the lowest. */
  upper: z.int(),
  lower: z.int(),
  /** The correlation of choosing it with the score of the other questions, in percent. */
  discrimination: figure,
})

const questionVerdict = z.enum([
  'keyProbablyWrong',
  'probablyInvalid',
  'veryWeak',
  'weak',
  'adequate',
  'veryGood',
  'sameForAll',
])

const questionStatistics = z.object({
  questionId: z.string(),
  question: z.string(),
  /** Attempts that asked it, and that left it unanswered. */
  attempts: z.int(),
  unanswered: z.int(),
  /** In percent: how many got it right. */
  facility: figure,
  facilityInterval: interval,
  /** In percent of the mark. */
  standardDeviation: figure,
  discriminationIndex: figure,
  discriminationInterval: interval,
  discriminationEfficiency: figure,
  options: z.array(optionStatistics),
  /** Null under 20 attempts. */
  verdict: questionVerdict.nullable(),
  /** The option that is probably the right one, where the key is probably wrong. */
  suspectedKey: z.string().nullable(),
})

export type QuestionStatistics = z.infer<typeof questionStatistics>

/** Formulas and sources: docs/statistics.md. */
export const quizStatistics = z.object({
  lessonId: z.string(),
  counted: z.enum(countedAttempts),
  /** Attempts that count; those of other sets of questions are left out. */
  attempts: z.int(),
  leftOut: z.int(),
  learners: z.int(),
  /** Figures of scores are in percent of the highest score there can be. */
  mean: figure,
  meanInterval: interval,
  median: figure,
  standardDeviation: figure,
  skewness: figure,
  kurtosis: figure,
  coefficientOfInternalConsistency: figure,
  coefficientInterval: interval,
  errorRatio: figure,
  standardError: figure,
  /** How many attempts have each score, from 0 to the number of questions. */
  distribution: z.array(z.int()),
  questions: z.array(questionStatistics),
})

export type QuizStatistics = z.infer<typeof quizStatistics>
