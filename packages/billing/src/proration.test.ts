import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prorate } from './proration.ts'
import { boundAttempt, nextAttempt } from './providers/embedded/retry-schedule.ts'

const periodStart = new Date('2026-06-01T00:00:00Z')
const periodEnd = new Date('2026-07-01T00:00:00Z')
const cents = fc.integer({ min: 0, max: 1_000_000 })

test('half a period costs half of the new plan less half of the old one', () => {
  const now = new Date('2026-06-16T00:00:00Z')
  expect(prorate({ oldCents: 5000, newCents: 9900, periodStart, periodEnd, now })).toEqual({
    chargeCents: 4950,
    creditCents: 2500,
  })
})

test('nobody is given back more than they paid, whatever the clock says', () => {
  const anytime = fc.date({ noInvalidDate: true })
  fc.assert(
    fc.property(cents, cents, anytime, (oldCents, newCents, now) => {
      const { chargeCents, creditCents } = prorate({ oldCents, newCents, periodStart, periodEnd, now })
      expect(creditCents).toBeGreaterThanOrEqual(0)
      expect(creditCents).toBeLessThanOrEqual(oldCents)
      expect(chargeCents).toBeLessThanOrEqual(newCents)
    }),
  )
})

test('a refused card is tried again on days 3, 5 and 7, and then no more', () => {
  const first = new Date('2026-06-01T12:00:00Z')
  const days: number[] = []
  let at: Date | null = first
  for (let failed = 1; at; failed++) {
    at = nextAttempt(failed, at)
    if (at) days.push((at.getTime() - first.getTime()) / 86_400_000)
  }
  expect(days).toEqual([3, 5, 7])
})

test('a retry planned by a clock that was ahead is due in three days at the latest', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  expect(boundAttempt(new Date('2026-07-12T00:00:00Z'), now)).toEqual(new Date('2026-06-04T00:00:00Z'))
  expect(boundAttempt(new Date('2026-06-02T00:00:00Z'), now)).toEqual(new Date('2026-06-02T00:00:00Z'))
})
