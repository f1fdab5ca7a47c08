import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { billingPeriod } from './billing-cycle.ts'

const at = (iso: string) => new Date(iso)
const starts = (anchor: string, ...nows: string[]) =>
  nows.map((now) => billingPeriod(at(anchor), at(now)).start.toISOString().slice(0, 10))

const instant = fc.date({
  min: at('2020-01-01T00:00:00Z'),
  max: at('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const dayMs = 86_400_000

describe('the billing period', () => {
  test('begins on the anchor’s day, or the last day a shorter month has', () => {
    const anchor = '2026-01-31T10:00:00Z'
    const nows = [
      '2026-02-28T10:00:00Z',
      '2026-03-31T09:59:59Z',
      '2026-03-31T10:00:00Z',
      '2026-05-01T00:00:00Z',
    ]
    expect(starts(anchor, ...nows)).toEqual(['2026-02-28', '2026-02-28', '2026-03-31', '2026-04-30'])
  })

  test('knows the 29th of February', () => {
    expect(starts('2028-01-31T00:00:00Z', '2028-02-29T00:00:00Z')).toEqual(['2028-02-29'])
    const leap = '2028-02-29T12:00:00Z'
    expect(starts(leap, '2028-03-29T12:00:00Z', '2029-02-28T12:00:00Z', '2032-02-29T12:00:00Z')).toEqual([
      '2028-03-29',
      '2029-02-28',
      '2032-02-29',
    ])
  })

  test('is the first one while the clock is before the anchor', () => {
    const anchor = at('2026-06-15T00:00:00Z')
    expect(billingPeriod(anchor, at('2026-05-06T00:00:00Z'))).toEqual(billingPeriod(anchor, anchor))
  })

  test('always contains the given time, and lasts 28 to 31 days', () => {
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const [anchor, now] = one <= other ? [one, other] : [other, one]
        const { start, end } = billingPeriod(anchor, now)
        expect(start.getTime()).toBeLessThanOrEqual(now.getTime())
        expect(end.getTime()).toBeGreaterThan(now.getTime())
        const days = (end.getTime() - start.getTime()) / dayMs
        expect(days).toBeGreaterThanOrEqual(28)
        expect(days).toBeLessThanOrEqual(31)
      }),
    )
  })

  test('is followed by the next without a gap and keeps its key throughout', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 4000 }), (anchor, days) => {
        const period = billingPeriod(anchor, new Date(anchor.getTime() + days * dayMs))
        expect(billingPeriod(anchor, period.start)).toEqual(period)
        expect(billingPeriod(anchor, new Date(period.end.getTime() - 1))).toEqual(period)
        expect(billingPeriod(anchor, period.end).start).toEqual(period.end)
      }),
    )
  })
})
