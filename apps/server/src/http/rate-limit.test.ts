import type { AppError } from '@freeor/kernel/errors'
import { fakeClock } from '@freeor/testing/clock'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

const newLimiter = () => {
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const take = createRateLimiter({ burst: 3, perSecond: 2 }, clock)
  const waitOf = (key: string): number => {
    try {
      take(key)
      return 0
    } catch (error) {
      expect((error as AppError).code).toBe('rate_limited')
      return (error as AppError).details.retryAfter as number
    }
  }
  return { clock, waitOf }
}

test('a burst passes, the next is refused with how long to wait', () => {
  const { waitOf } = newLimiter()
  expect([waitOf('a'), waitOf('a'), waitOf('a')]).toEqual([0, 0, 0])
  expect(waitOf('a')).toBeGreaterThanOrEqual(1)
})

test('one client that floods takes nothing from another', () => {
  const { waitOf } = newLimiter()
  for (let call = 0; call < 100; call++) waitOf('flood')
  expect(waitOf('other')).toBe(0)
})

test('tokens come back at the given rate and never beyond the burst', () => {
  const { clock, waitOf } = newLimiter()
  for (let call = 0; call < 3; call++) waitOf('a')
  clock.advance(500)
  expect([waitOf('a'), waitOf('a') > 0]).toEqual([0, true])
  clock.advance(3_600_000)
  expect([waitOf('a'), waitOf('a'), waitOf('a'), waitOf('a') > 0]).toEqual([0, 0, 0, true])
})

test('a refusal lets the refused one in after the wait it names, also while it keeps asking', () => {
  const { clock, waitOf } = newLimiter()
  for (let call = 0; call < 50; call++) waitOf('a')
  clock.advance(waitOf('a') * 1000)
  expect(waitOf('a')).toBe(0)
})

test('a clock that is set back gives nothing away and locks nobody out', () => {
  const { clock, waitOf } = newLimiter()
  for (let call = 0; call < 3; call++) waitOf('a')
  clock.advance(-40 * 86_400_000)
  expect(waitOf('a')).toBeGreaterThan(0)
  clock.advance(1000)
  expect(waitOf('a')).toBe(0)
})

test('when more clients come than are remembered, the least recently seen is forgotten, not the busy one', () => {
  const { waitOf } = newLimiter()
  for (let call = 0; call < 4; call++) waitOf('busy')
  for (let client = 0; client < 49_999; client++) waitOf(`client ${client}`)
  expect(waitOf('busy')).toBeGreaterThan(0)
})
