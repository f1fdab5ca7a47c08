import { expect, test } from 'vitest'
import { summarizeScores } from './summarize-scores.ts'

test('lessons of the same score that follow each other are named together', () => {
  expect(summarizeScores([80, 60, 60, 60, null, null])).toBe(
    'Lesson 1: 80%, Lessons 2 to 4: 60%, Lessons 5 to 6: not graded',
  )
  expect(summarizeScores([null])).toBe('Lesson 1: not graded')
  expect(summarizeScores([])).toBe('')
})

test('where too many are left, it says how many are graded and between which scores', () => {
  const scores = Array.from({ length: 200 }, (_, at) => (at < 120 ? 20 + (at % 60) : null))
  expect(summarizeScores(scores)).toBe('120 of 200 lessons graded, from 20% to 79%')
  expect(summarizeScores(scores.map((score) => score && 50))).toBe(
    'Lessons 1 to 120: 50%, Lessons 121 to 200: not graded',
  )
})
