import { expect, test } from 'vitest'
import { hasPassed } from './has-passed.ts'

test('a day has passed when it is over in every time zone', () => {
  const at = (time: string) => hasPassed('2026-03-01', new Date(time))
  expect(at('2026-02-28T23:59:59Z')).toBe(false)
  expect(at('2026-03-01T23:59:59Z')).toBe(false)
  // On an island west of the date line it is still the first of March.
  expect(at('2026-03-02T11:59:59Z')).toBe(false)
  expect(at('2026-03-02T12:00:00Z')).toBe(true)
})

test('no date has not passed', () => {
  expect(hasPassed('', new Date('2026-03-01T00:00:00Z'))).toBe(false)
})
