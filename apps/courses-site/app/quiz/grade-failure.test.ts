import { expect, test } from 'vitest'
import { quizTexts } from '../texts/quiz.ts'
import { sayFailure } from './grade-failure.ts'

const saved = { waiting: 0, asks: 0, outcome: 'sent' } as const

test('that answers wait is said as long as they do, and of a learner who is signed out not as of the network', () => {
  expect(sayFailure('waits', { ...saved, waiting: 1, outcome: 'later' })).toBe(quizTexts.gradeWaits)
  expect(sayFailure('waits', { ...saved, waiting: 1, outcome: 'signed out' })).toBe(quizTexts.gradeSignedOut)
  expect(sayFailure('waits', saved)).toBe('')
})

test('that a choice is open is said until it is made', () => {
  expect(sayFailure('asks', { ...saved, asks: 1 })).toBe(quizTexts.gradeAsks)
  expect(sayFailure('asks', saved)).toBe('')
})

test('what the server said, or that it did not answer, is said also where every answer is saved', () => {
  expect(sayFailure({ said: quizTexts.notDone }, saved)).toBe(quizTexts.notDone)
  expect(sayFailure(undefined, saved)).toBe('')
})
