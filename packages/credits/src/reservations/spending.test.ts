import { expect, test } from 'vitest'
import { spread } from './spending.ts'

test('an amount is taken from the lots in order, and not at all when they have less', () => {
  const lots = [
    { id: 'a', left: 3 },
    { id: 'b', left: 0 },
    { id: 'c', left: 5 },
  ]
  expect(spread(lots, 4)).toEqual([
    { lotId: 'a', amount: 3 },
    { lotId: 'c', amount: 1 },
  ])
  expect(spread(lots, 8)).toHaveLength(2)
  expect(spread(lots, 9)).toBeUndefined()
  expect(spread(lots, 0)).toEqual([])
})
