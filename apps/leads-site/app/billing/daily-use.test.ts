import { expect, test } from 'vitest'
import { dailyUse } from './daily-use.ts'

const entry = (kind: 'debit' | 'grant', amount: number, at: string) => ({ kind, amount, at })
const now = Date.parse('2026-03-12T10:00:00Z')

test('every day of the period up to today has a bar, also a day without use', () => {
  const days = dailyUse([], '2026-04-10T00:00:00Z', now)
  expect(days).toEqual([
    { day: '2026-03-10', count: 0 },
    { day: '2026-03-11', count: 0 },
    { day: '2026-03-12', count: 0 },
  ])
})

test('debits of a day are added up, grants and older periods are not', () => {
  const days = dailyUse(
    [
      entry('debit', -5, '2026-03-11T23:59:59Z'),
      entry('debit', -2, '2026-03-11T01:00:00Z'),
      entry('grant', 25, '2026-03-10T00:00:00Z'),
      entry('debit', -9, '2026-03-09T23:00:00Z'),
    ],
    '2026-04-10T00:00:00Z',
    now,
  )
  expect(days.map(({ count }) => count)).toEqual([0, 7, 0])
})

test('a period that ends on the 31st began on the last day of a shorter month', () => {
  expect(dailyUse([], '2026-03-31T00:00:00Z', now)[0]?.day).toBe('2026-02-28')
})
