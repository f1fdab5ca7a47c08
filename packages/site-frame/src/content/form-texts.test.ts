import { expect, test } from 'vitest'
import { movedCaret } from './form-texts.ts'

test('a caret before the changed words stays, one behind them moves with its text', () => {
  const [before, after] = ['We keep little. You may ask.', 'We keep very little. You may ask.']
  expect(movedCaret({ before, after, at: 3 })).toBe(3)
  expect(after.slice(movedCaret({ before, after, at: before.indexOf('You') }))).toBe('You may ask.')
})

test('a caret in words that are gone stands where they were', () => {
  expect(movedCaret({ before: 'One two six', after: 'One six', at: 6 })).toBe(4)
})
