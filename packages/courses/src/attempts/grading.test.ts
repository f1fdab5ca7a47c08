import { expect, test } from 'vitest'
import { isCorrect, progressPercent, scoreOf } from './grading.ts'

test('the score counts answers equal to the correct answer', () => {
  const answered = (answerOptionId: string | null, selectedOptionId: string | null) => ({
    ...{ answerOptionId, selectedOptionId },
  })
  expect(scoreOf([answered('a', 'a'), answered('a', 'b'), answered('b', null), answered('c', 'c')])).toBe(2)
  expect(isCorrect(answered(null, null))).toBe(false)
  expect(scoreOf([])).toBe(0)
})

test('progress is the answered share, and 100 percent only when every question is answered', () => {
  expect([0, 1, 2, 3].map((answered) => progressPercent(answered, 3))).toEqual([0, 33, 67, 100])
  expect(progressPercent(199, 200)).toBe(99)
  expect(progressPercent(0, 0)).toBe(0)
})
