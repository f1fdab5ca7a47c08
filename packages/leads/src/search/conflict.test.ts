import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Holding, smallestConflict, smallestRemoval } from './conflict.ts'

const anyHoldings = (parts: number): fc.Arbitrary<Holding[]> =>
  fc.uniqueArray(fc.record({ held: fc.nat(2 ** parts - 1), count: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
    maxLength: 12,
    size: 'max',
    selector: ({ held }) => held,
  })

/** Leads for which all of some parts hold, counted part by part. */
const countWith = (holdings: readonly Holding[], parts: readonly number[]) =>
  holdings
    .filter(({ held }) => parts.every((i) => Math.trunc(held / 2 ** i) % 2 === 1))
    .reduce((sum, { count }) => sum + count, 0)

const places = (parts: number) => Array.from({ length: parts }, (_, i) => i)
const subsetsOf = (parts: number) =>
  Array.from({ length: 2 ** parts }, (_, set) =>
    places(parts).filter((i) => Math.trunc(set / 2 ** i) % 2 === 1),
  )

test('a conflict excludes everything, no smaller set of parts does, and it is found whenever nothing is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }).chain((parts) => fc.tuple(fc.constant(parts), anyHoldings(parts))),
      ([parts, holdings]) => {
        const conflict = smallestConflict(holdings, parts)
        if (countWith(holdings, places(parts)) > 0) {
          expect(conflict).toBeUndefined()
          return
        }
        expect(countWith(holdings, conflict ?? [])).toBe(0)
        for (const smaller of subsetsOf(parts))
          if (smaller.length < (conflict?.length ?? 0))
            expect(countWith(holdings, smaller)).toBeGreaterThan(0)
      },
    ),
  )
})

test('a removal brings back the leads it says, no fewer parts bring any back, and no other as few bring more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }).chain((parts) => fc.tuple(fc.constant(parts), anyHoldings(parts))),
      ([parts, holdings]) => {
        const removal = smallestRemoval(holdings, parts)
        const without = (removed: readonly number[]) =>
          countWith(
            holdings,
            places(parts).filter((i) => !removed.includes(i)),
          )
        if (without([]) > 0) {
          expect(removal).toBeUndefined()
          return
        }
        expect(without(removal?.parts ?? [])).toBe(removal?.count)
        for (const other of subsetsOf(parts)) {
          if (other.length < (removal?.parts.length ?? 0)) expect(without(other)).toBe(0)
          if (other.length === removal?.parts.length)
            expect(without(other)).toBeLessThanOrEqual(removal.count)
        }
      },
    ),
  )
})

test('in a dataset without leads no filter is to blame', () => {
  expect(smallestConflict([], 3)).toBeUndefined()
  expect(smallestRemoval([], 3)).toBeUndefined()
})
