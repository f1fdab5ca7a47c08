import {
  consistencyInterval,
  correlationInterval,
  type Interval,
  meanInterval,
  shareInterval,
} from './intervals.ts'
import { fewestForVerdict } from './limits.ts'
import {
  correlation,
  covariance,
  deviations,
  kurtosis,
  mean,
  median,
  numbersFrom,
  skewness,
  sum,
  variance,
} from './moments.ts'
import type { QuestionStatistics, QuizStatistics } from './schema.ts'

export type AnalysedQuestion = {
  readonly questionId: string
  readonly question: string
  readonly options: readonly { readonly id: string; readonly text: string }[]
  /** The id of the correct option. */
  readonly key: string | null
}

/** Attempts that asked the same questions. */
export type AnalysedAttempts = {
  readonly questions: readonly AnalysedQuestion[]
  /** Of each attempt and question, in the order of `questions`: the chosen option, null for none. */
  readonly chosen: readonly (readonly (string | null)[])[]
  /** Of each attempt and question: 1 for a right answer, else 0. */
  readonly marks: readonly (readonly number[])[]
}

export type Analysis = Omit<QuizStatistics, 'lessonId' | 'counted' | 'leftOut' | 'learners'>

const percent = (value: number | null, of = 1): number | null => (value === null ? null : (100 * value) / of)

const percentOf = (interval: Interval | null, of = 1) =>
  interval && { low: (100 * interval[0]) / of, high: (100 * interval[1]) / of }

const root = (value: number | null) => (value === null ? null : Math.sqrt(Math.max(0, value)))

/** The statistics of a quiz and of its questions as Moodle defines them; formulas and sources: docs/statistics.md. */
export function analyseAttempts(attempts: AnalysedAttempts): Analysis {
  const { questions, marks } = attempts
  const [n, most] = [marks.length, questions.length]
  const scores = marks.map(sum)
  const deviation = root(variance(scores))
  const average = mean(scores)
  const columns = questions.map((_, at) => numbersFrom(n, (row) => marks[row]?.[at] ?? 0))
  const coefficient = internalConsistency(columns, variance(scores))
  const errorRatio = coefficient === null ? null : Math.sqrt(Math.max(0, 1 - coefficient))
  return {
    attempts: n,
    mean: percent(average, most),
    meanInterval: percentOf(meanInterval(average, deviation, n), most),
    median: percent(median(scores), most),
    standardDeviation: percent(deviation, most),
    skewness: skewness(scores),
    kurtosis: kurtosis(scores),
    coefficientOfInternalConsistency: percent(coefficient),
    coefficientInterval: percentOf(consistencyInterval(coefficient, covariancesOf(columns), n)),
    errorRatio: percent(errorRatio),
    standardError: errorRatio === null || deviation === null ? null : percent(errorRatio * deviation, most),
    distribution: distributionOf(scores, most),
    questions: questions.map((_, at) => analyseQuestion(attempts, { at, column: columns[at] ?? [], scores })),
  }
}

function distributionOf(scores: readonly number[], most: number): number[] {
  const counts: number[] = new Array(most + 1).fill(0)
  for (const score of scores) counts[score] = (counts[score] ?? 0) + 1
  return counts
}

/** k / (k - 1) * (1 - sum of the questions' variances / variance of the scores). */
function internalConsistency(columns: readonly ArrayLike<number>[], ofScores: number | null): number | null {
  const k = columns.length
  if (k < 2 || ofScores === null || ofScores < 1e-12) return null
  const ofQuestions = columns.reduce((total, column) => total + (variance(column) ?? 0), 0)
  return (k / (k - 1)) * (1 - ofQuestions / ofScores)
}

/** Past so many questions the interval is not worth its time, which grows with their square. */
const mostForCovariances = 200

function covariancesOf(columns: readonly ArrayLike<number>[]): number[][] {
  if (columns.length > mostForCovariances) return []
  const n = columns[0]?.length ?? 0
  const apart = columns.map(deviations)
  const rows = columns.map(() => new Array<number>(columns.length).fill(0))
  for (const [at, one] of apart.entries())
    for (const [other, second] of apart.entries()) {
      if (other < at) continue
      const value = n < 2 ? 0 : sumOfProducts(one, second) / (n - 1)
      const [row, mirrored] = [rows[at], rows[other]]
      if (row) row[other] = value
      if (mirrored) mirrored[at] = value
    }
  return rows
}

function sumOfProducts(x: Float64Array, y: Float64Array): number {
  let total = 0
  for (let at = 0; at < x.length; at++) total += (x[at] ?? 0) * (y[at] ?? 0)
  return total
}

type OptionColumn = {
  readonly at: number
  readonly column: ArrayLike<number>
  readonly scores: readonly number[]
}

function analyseQuestion(
  { questions, chosen }: AnalysedAttempts,
  { at, column, scores }: OptionColumn,
): QuestionStatistics {
  const asked = questions[at]
  const n = column.length
  const rest = numbersFrom(n, (attempt) => (scores[attempt] ?? 0) - (column[attempt] ?? 0))
  const index = correlation(column, rest)
  const given = chosen.map((row) => row[at] ?? null)
  const options = (asked?.options ?? []).map((option) =>
    analyseOption(option, { asked, given, rest, scores }),
  )
  const statistics = {
    ...{ questionId: asked?.questionId ?? '', question: asked?.question ?? '', attempts: n },
    unanswered: given.filter((option) => option === null).length,
    facility: percent(mean(column)),
    facilityInterval: percentOf(shareInterval(sum(column), n)),
    standardDeviation: percent(root(variance(column))),
    discriminationIndex: percent(index),
    discriminationInterval: percentOf(correlationInterval(index, n)),
    discriminationEfficiency: percent(efficiency(column, rest)),
  }
  return { ...statistics, options, ...judge(statistics, options) }
}

/** The covariance in its relation to the largest that the same marks and scores could have, each in order. */
function efficiency(column: ArrayLike<number>, rest: Float64Array): number | null {
  const most = covariance(Float64Array.from(column).sort(), Float64Array.from(rest).sort())
  const is = covariance(column, rest)
  return most === null || is === null || most < 1e-12 ? null : is / most
}

type OptionContext = {
  readonly asked: AnalysedQuestion | undefined
  readonly given: readonly (string | null)[]
  readonly rest: Float64Array
  readonly scores: readonly number[]
}

type OptionStatistics = QuestionStatistics['options'][number]

function analyseOption(
  { id, text }: { readonly id: string; readonly text: string },
  { asked, given, rest, scores }: OptionContext,
): OptionStatistics {
  const isChosen = numbersFrom(given.length, (at) => (given[at] === id ? 1 : 0))
  const chosen = sum(isChosen)
  const { high, low } = thirds(scores)
  const count = (isIn: (score: number) => boolean) =>
    given.filter((option, at) => option === id && isIn(scores[at] ?? 0)).length
  return {
    ...{ optionId: id, text, isKey: id === asked?.key, chosen },
    percent: given.length === 0 ? 0 : (100 * chosen) / given.length,
    upper: count((score) => score >= high),
    lower: count((score) => score <= low),
    discrimination: percent(correlation(isChosen, rest)),
  }
}

const known = new WeakMap<readonly number[], { high: number; low: number }>()

/** The scores that the upper third has at least, and the lower third at most. */
function thirds(scores: readonly number[]): { high: number; low: number } {
  const found = known.get(scores)
  if (found) return found
  const sorted = [...scores].sort((a, b) => a - b)
  const third = Math.max(1, Math.floor(sorted.length / 3))
  const made = { high: sorted[sorted.length - third] ?? 0, low: sorted[third - 1] ?? 0 }
  known.set(scores, made)
  return made
}

type Judged = Pick<QuestionStatistics, 'attempts' | 'discriminationIndex'>

/**
 * A verdict in the terms of Moodle's documentation. The key is probably wrong where those who know more choose it less,
 * and choose another option more: both beyond what chance explains.
 */
function judge(
  { attempts, discriminationIndex }: Judged,
  options: readonly OptionStatistics[],
): Pick<QuestionStatistics, 'verdict' | 'suspectedKey'> {
  if (attempts < fewestForVerdict) return { verdict: null, suspectedKey: null }
  if (discriminationIndex === null) return { verdict: 'sameForAll', suspectedKey: null }
  const suspected = suspectKey(attempts, options)
  if (suspected) return { verdict: 'keyProbablyWrong', suspectedKey: suspected.optionId }
  return { verdict: bandOf(discriminationIndex), suspectedKey: null }
}

function suspectKey(attempts: number, options: readonly OptionStatistics[]): OptionStatistics | undefined {
  const interval = ({ discrimination }: OptionStatistics) =>
    correlationInterval(discrimination === null ? null : discrimination / 100, attempts)
  const ofKey = options.find(({ isKey }) => isKey)
  const keyInterval = ofKey && interval(ofKey)
  if (!keyInterval || keyInterval[1] >= 0) return undefined
  const better = options.filter((option) => !option.isKey && (interval(option)?.[0] ?? -1) > 0)
  return better.sort((a, b) => (b.discrimination ?? 0) - (a.discrimination ?? 0))[0]
}

function bandOf(index: number): NonNullable<QuestionStatistics['verdict']> {
  if (index < 0) return 'probablyInvalid'
  if (index < 20) return 'veryWeak'
  if (index < 30) return 'weak'
  return index < 50 ? 'adequate' : 'veryGood'
}
