import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyMoves, moveTo } from './apply-moves.ts'

const letters = ['a', 'b', 'c', 'd', 'e']

test.each([
  ['c', 0, 'cabde'],
  ['a', 4, 'bcdea'],
  ['b', 1, 'abcde'],
  ['d', 2, 'abdce'],
  ['a', 99, 'bcdea'],
])('%s at position %i gives %s', (id, position, expected) => {
  expect(applyMoves(letters, [moveTo(letters, id, position)]).join('')).toBe(expected)
})

test('a move of what is gone, or behind what is gone, changes nothing', () => {
  expect(applyMoves(letters, [{ id: 'x', after: null }])).toEqual(letters)
  expect(applyMoves(letters, [{ id: 'a', after: 'x' }])).toEqual(letters)
  expect(applyMoves(letters, [{ id: 'a', after: 'a' }])).toEqual(letters)
})

const move = fc.record({
  id: fc.constantFrom(...letters),
  after: fc.option(fc.constantFrom(...letters), { nil: null }),
})

test('a move that the order has already leaves it as it is, and none loses anything', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12, size: 'max' }), move, (moves, last) => {
      const once = applyMoves(letters, [...moves, last])
      expect(applyMoves(once, [last])).toEqual(once)
      expect(once.toSorted()).toEqual(letters)
    }),
  )
})
