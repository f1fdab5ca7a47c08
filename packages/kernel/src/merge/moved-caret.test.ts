import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedCaret } from './moved-caret.ts'

test('a caret before the changed words stays, one behind them moves with its text', () => {
  const texts = {
    before: 'We keep little. You may ask.',
    after: 'We keep very little. You may ask.',
  }
  expect(movedCaret(texts, 3)).toBe(3)
  expect(texts.after.slice(movedCaret(texts, texts.before.indexOf('You')))).toBe('You may ask.')
})

test('a caret in words that are gone stands where they were', () => {
  expect(movedCaret({ before: 'One two six', after: 'One six' }, 6)).toBe(4)
})

test('a caret between two changes stays at its words', () => {
  const texts = {
    before: 'Faith is free. Here I write. Ask us.',
    after: 'Faith is wholly free. Here I write. Ask us by letter, or call.',
  }
  const at = texts.before.indexOf(' write')
  expect(texts.after.slice(movedCaret(texts, at))).toMatch(/^ write\./)
})

test('what another person adds at the caret stands behind it', () => {
  expect(movedCaret({ before: 'One', after: 'One two' }, 3)).toBe(3)
})

test('whatever is put in before and behind the caret, it stays between the same two characters', () => {
  // Each part has letters of its own: where a letter is repeated, two answers would be right.
  const part = (letters: string) =>
    fc.string({ unit: fc.constantFrom(...letters), maxLength: 12, size: 'max' })
  fc.assert(
    fc.property(part('ab'), part('xy'), part('gh'), part('mn'), (left, first, right, second) => {
      const texts = { before: `${left}|^${right}`, after: `${first}${left}|^${right}${second}` }
      const at = texts.before.indexOf('^')
      expect(movedCaret(texts, at)).toBe(texts.after.indexOf('^'))
    }),
  )
})
