import fc from 'fast-check'
import { generateNKeysBetween } from 'fractional-indexing'
import { expect, test } from 'vitest'
import { type Positioned, placeAfter, positionAtEnd } from './place-after.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f']

const rowsOf = (ids: readonly string[]): Positioned[] => {
  const keys = generateNKeysBetween(null, null, ids.length)
  return ids.map((id, at) => ({ id, position: keys[at] ?? '' }))
}

const byPosition = (rows: readonly Positioned[]) =>
  rows.toSorted((one, other) => (one.position < other.position ? -1 : one.position > other.position ? 1 : 0))

const applied = (rows: readonly Positioned[], changes: readonly Positioned[] = []) =>
  byPosition(rows.map((row) => changes.find(({ id }) => id === row.id) ?? row))

const idsOf = (rows: readonly Positioned[]) => rows.map(({ id }) => id).join('')

test.each([
  ['c', null, 'cabdef'],
  ['a', 'f', 'bcdefa'],
  ['a', 'c', 'bcadef'],
  ['f', 'a', 'afbcde'],
  ['b', 'a', 'abcdef'],
  ['b', 'b', 'abcdef'],
])('%s after %s gives %s, and one key changes at most', (id, after, expected) => {
  const rows = rowsOf(letters)
  const changes = placeAfter({ rows, id, after })
  expect(idsOf(applied(rows, changes))).toBe(expected)
  expect(changes?.length).toBeLessThanOrEqual(1)
})

test('nothing follows what is not there', () => {
  expect(placeAfter({ rows: rowsOf(letters), id: 'a', after: 'x' })).toBeUndefined()
})

test('equal keys are told apart by the move, with the order kept that was shown', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id, position: 'a0' }))
  expect(idsOf(applied(rows, placeAfter({ rows, id: 'c', after: 'a' })))).toBe('acb')
})

test('a thousand moves to one spot leave keys that stay short', () => {
  let rows = rowsOf(letters)
  for (let n = 0; n < 1000; n += 1) {
    const [second, third] = [rows[1]?.id ?? '', rows[2]?.id ?? '']
    rows = applied(rows, placeAfter({ rows, id: third, after: rows[0]?.id ?? '' }))
    expect(rows.slice(1, 3).map(({ id }) => id)).toEqual([third, second])
    expect(Math.max(...rows.map(({ position }) => position.length))).toBeLessThanOrEqual(40)
  }
  expect(positionAtEnd(rows) > (rows.at(-1)?.position ?? '')).toBe(true)
})

const move = fc.record({
  id: fc.constantFrom(...letters),
  after: fc.option(fc.constantFrom(...letters), { nil: null }),
})

test('any sequence of moves is what moving cards by hand gives, and loses none', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (moves) => {
      let rows = rowsOf(letters)
      let cards = [...letters]
      for (const { id, after } of moves) {
        rows = applied(rows, placeAfter({ rows, id, after }))
        if (id === after) continue
        const others = cards.filter((card) => card !== id)
        cards = others.toSpliced(after === null ? 0 : others.indexOf(after) + 1, 0, id)
      }
      expect(idsOf(rows)).toBe(cards.join(''))
    }),
  )
})
