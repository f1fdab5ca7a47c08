import type { QuestionStatistics, QuizStatistics } from '@freeor/courses/questions/statistics/schema'
import { expect, test } from 'vitest'
import { statisticsCsv } from './statistics-csv.ts'

const figures = {
  ...{ attempts: 4, unanswered: 0, facility: 25.5, facilityInterval: null, standardDeviation: null },
  ...{ discriminationIndex: null, discriminationInterval: null, discriminationEfficiency: null },
  ...{ options: [], verdict: null, suspectedKey: null },
} satisfies Partial<QuestionStatistics>

const fileOf = (...questions: string[]) =>
  statisticsCsv({
    questions: questions.map((question, at) => ({ ...figures, questionId: `q${at}`, question })),
  } as unknown as QuizStatistics)

test('the file begins with the mark by which a spreadsheet reads its letters', () => {
  const file = fileOf('Où est “la clé”?')
  expect(file.startsWith('\u{feff}"question","attempts"')).toBe(true)
  expect(file).toContain('"Où est “la clé”?",4,0,25.5,,,,\r\n')
})

test('no cell of it is run, however it hides its formula, and a number is no formula', () => {
  const [, ...lines] = fileOf('=1+1', '\t=1', '＝1', '\u200b@SUM(A1)', '-5', 'What is 1 = 1?').split('\r\n')
  expect(lines.slice(0, -1).map((line) => line.startsWith(`"'`))).toEqual([
    ...[true, true, true, true, false, false],
  ])
})
