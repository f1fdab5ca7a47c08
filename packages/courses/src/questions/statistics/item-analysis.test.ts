import { expect, test } from 'vitest'
import { type AnalysedAttempts, analyseAttempts } from './item-analysis.ts'
import psych from './psych-figures.json' with { type: 'json' }
import { analyseByDefinition } from './testing.ts'

/** Attempts from rows of chosen options: the key is `a`. */
function attemptsOf(rows: readonly string[], keys?: readonly string[]): AnalysedAttempts {
  const width = rows[0]?.length ?? 0
  const questions = Array.from({ length: width }, (_, at) => ({
    ...{ questionId: `que_${at}`, question: `Question ${at}`, key: keys?.[at] ?? 'a' },
    options: ['a', 'b', 'c'].map((id) => ({ id, text: id })),
  }))
  const chosen = rows.map((row) => [...row].map((sign) => (sign === '-' ? null : sign)))
  const marks = chosen.map((row) => row.map((option, at) => (option === questions[at]?.key ? 1 : 0)))
  return { questions, chosen, marks }
}

/** The worked example of docs/statistics.md: five attempts at four questions. */
const worked = ['aaaa', 'aaab', 'aabc', 'abbb', 'bac-']

test('the worked example of the documentation', () => {
  const figures = analyseAttempts(attemptsOf(worked))
  expect(figures.distribution).toEqual([0, 2, 1, 1, 1])
  expect(figures).toMatchObject({ attempts: 5, mean: expect.closeTo(55, 9), median: expect.closeTo(50, 9) })
  // Scores 4 3 2 1 1: the squares of the deviations from 2.2 sum up to 6.8.
  expect(figures.standardDeviation).toBeCloseTo((100 * Math.sqrt(6.8 / 4)) / 4, 9)
  expect(figures.skewness).toBeCloseTo(0.541387, 6)
  expect(figures.kurtosis).toBeCloseTo(-1.487889, 6)
  expect(figures.coefficientOfInternalConsistency).toBeCloseTo((100 * 4 * (1 - 0.9 / 1.7)) / 3, 9)
  const [first] = figures.questions
  expect(first).toMatchObject({ facility: 80, standardDeviation: expect.closeTo(44.7214, 4), unanswered: 0 })
  expect(first?.discriminationIndex).toBeCloseTo(19.611614, 6)
  expect(first?.discriminationEfficiency).toBeCloseTo(100 / 3.5, 9)
  expect(figures.questions[3]).toMatchObject({ unanswered: 1, facility: 20 })
})

/** A repeatable stream of numbers from 0 to 1. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** Learners who know more or less, and questions that are harder or easier. */
function simulated(attempts: number, questions: number, seed: number): string[] {
  const next = numbers(seed)
  const hardness = Array.from({ length: questions }, (_, at) => (at === 3 ? 0 : next.next().value * 4 - 2))
  return Array.from({ length: attempts }, () => {
    const ability = [1, 2, 3, 4].reduce((total) => total + next.next().value, 0) * 1.7 - 3.4
    const chooses = (hard: number) =>
      next.next().value < 1 / (1 + Math.exp(hard - ability)) ? 'a' : next.next().value < 0.6 ? 'b' : 'c'
    return hardness.map(chooses).join('')
  })
}

test.each([
  [25, 4, 1],
  [200, 12, 2],
  [733, 30, 3],
])(
  '%i attempts at %i questions: equal to 1e-6 with a second implementation by the definitions',
  (n, k, seed) => {
    const attempts = attemptsOf(simulated(n, k, seed))
    const figures = analyseAttempts(attempts)
    const expected = analyseByDefinition(attempts.marks)
    for (const [name, value] of Object.entries(expected.quiz))
      expect(figures[name as keyof typeof expected.quiz], name).toBeCloseTo(value, 6)
    for (const [at, question] of expected.questions.entries())
      for (const [name, value] of Object.entries(question))
        expect(figures.questions[at]?.[name as keyof typeof question], `${at} ${name}`).toBeCloseTo(value, 6)
  },
)

test.each(psych.runs)(
  '$n attempts at $k questions: equal to 1e-6 with what psych, a package of R, says of the same marks',
  ({ n, k, seed, items, ...quiz }) => {
    const figures = analyseAttempts(attemptsOf(simulated(n, k, seed)))
    // Ours are in percent of the highest score there can be; marks of a question in percent of one.
    expect(figures.mean).toBeCloseTo((100 * quiz.mean) / k, 6)
    expect(figures.median).toBeCloseTo((100 * quiz.median) / k, 6)
    expect(figures.standardDeviation).toBeCloseTo((100 * quiz.sd) / k, 6)
    expect(figures.skewness).toBeCloseTo(quiz.skew, 6)
    expect(figures.kurtosis).toBeCloseTo(quiz.kurtosis, 6)
    expect(figures.coefficientOfInternalConsistency).toBeCloseTo(100 * quiz.alpha, 6)
    expect(figures.errorRatio).toBeCloseTo(100 * Math.sqrt(1 - quiz.alpha), 6)
    expect(items).toHaveLength(k)
    for (const [at, { mean, sd, rDrop }] of items.entries()) {
      const question = figures.questions[at]
      expect(question?.facility, `${at}`).toBeCloseTo(100 * mean, 6)
      expect(question?.standardDeviation, `${at}`).toBeCloseTo(100 * sd, 6)
      expect(question?.discriminationIndex, `${at}`).toBeCloseTo(100 * rDrop, 6)
    }
  },
)

test('a key that is wrong is found, with the option that is probably right', () => {
  const rows = simulated(300, 10, 5)
  // Whoever knows the answer of question 3 chose a; the author marked b.
  const keys = Array.from({ length: 10 }, (_, at) => (at === 3 ? 'b' : 'a'))
  const { questions } = analyseAttempts(attemptsOf(rows, keys))
  expect(questions[3]).toMatchObject({ verdict: 'keyProbablyWrong', suspectedKey: 'a' })
  expect(questions.filter(({ verdict }) => verdict === 'keyProbablyWrong')).toHaveLength(1)
})

test('over 40 quizzes with right keys, nobody is told that a key is wrong', () => {
  for (let seed = 10; seed < 50; seed++) {
    const { questions } = analyseAttempts(attemptsOf(simulated(60, 8, seed)))
    expect(questions.map(({ verdict }) => verdict)).not.toContain('keyProbablyWrong')
  }
})

test('no verdict under 20 attempts, and from 20 on one', () => {
  const verdicts = (n: number) =>
    analyseAttempts(attemptsOf(simulated(n, 6, 7))).questions.map(({ verdict }) => verdict)
  expect(new Set(verdicts(19))).toEqual(new Set([null]))
  expect(verdicts(20)).not.toContain(null)
})

test.each([[[]], [['aa']], [['aa', 'aa', 'aa']], [['ab', 'ab', 'ab', 'ab', 'ab']]])(
  'what is not defined for %j is null and never no number',
  (rows) => {
    const figures = analyseAttempts(attemptsOf(rows))
    const text = JSON.stringify(figures)
    expect(JSON.parse(text)).toEqual(figures)
    expect(figures).toMatchObject({ skewness: null, kurtosis: null, coefficientOfInternalConsistency: null })
    for (const { discriminationIndex, discriminationEfficiency } of figures.questions)
      expect([discriminationIndex, discriminationEfficiency]).toEqual([null, null])
  },
)

test('the table of options counts those who chose each, in the upper and the lower third', () => {
  const { questions } = analyseAttempts(attemptsOf(['aaa', 'aab', 'baa', 'bba', 'bbb', 'cbb']))
  const options = questions[0]?.options.map(({ chosen, upper, lower, isKey }) => [
    chosen,
    upper,
    lower,
    isKey,
  ])
  expect(options).toEqual([
    [2, 2, 0, true],
    [3, 1, 1, false],
    [1, 0, 1, false],
  ])
})
