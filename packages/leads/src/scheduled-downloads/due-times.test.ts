import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstTime, nextTime } from './due-times.ts'
import { rhythms, type ScheduleRhythm } from './schema.ts'

const DAY_MS = 86_400_000
const at = (text: string) => new Date(`${text}Z`)

test.each<[ScheduleRhythm, string, string, string]>([
  ['daily', '2026-03-01T07:00', '2026-03-01T06:59', '2026-03-01T07:00'],
  ['daily', '2026-03-01T07:00', '2026-03-01T07:00', '2026-03-02T07:00'],
  ['daily', '2026-03-01T07:00', '2026-03-20T23:00', '2026-03-21T07:00'],
  ['weekly', '2026-03-02T07:00', '2026-03-24T07:00', '2026-03-30T07:00'],
  ['monthly', '2026-01-31T07:00', '2026-01-31T07:00', '2026-02-28T07:00'],
  ['monthly', '2026-01-31T07:00', '2026-02-28T07:00', '2026-03-31T07:00'],
  ['monthly', '2024-01-31T07:00', '2024-02-01T00:00', '2024-02-29T07:00'],
  ['monthly', '2026-11-15T07:00', '2026-12-15T07:00', '2027-01-15T07:00'],
])('%s from %s, after %s: %s', (rhythm, start, now, next) => {
  expect(nextTime(at(start), rhythm, at(now))).toEqual(at(next))
})

test('the next time comes after now, is at the hour of the first, and is at most one step away', () => {
  const most = { daily: 1, weekly: 7, monthly: 31 }
  fc.assert(
    fc.property(
      fc.date({ min: at('2024-01-01'), max: at('2030-01-01'), noInvalidDate: true }),
      fc.constantFrom(...rhythms),
      fc.integer({ min: 0, max: 3_000 * DAY_MS }),
      (day, rhythm, later) => {
        const start = firstTime(day.toISOString().slice(0, 10))
        const now = new Date(start.getTime() + later)
        const next = nextTime(start, rhythm, now)
        expect(next.getTime()).toBeGreaterThan(now.getTime())
        expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(most[rhythm] * DAY_MS)
        expect(next.toISOString().slice(11)).toBe('07:00:00.000Z')
        // Between the start and that time lie due times alone: going on from one gives the same ones.
        const step = nextTime(start, rhythm, new Date(next.getTime() - 1))
        expect(step).toEqual(next)
      },
    ),
  )
})
