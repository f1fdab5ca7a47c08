import { fakeClock } from '@freeor/testing/clock'
import { expect, test } from 'vitest'
import { openSearchLimiter } from './search-limiter.ts'

test('a company may run two searches and is told when to retry the next', () => {
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const limiter = openSearchLimiter(clock)
  const release = limiter.acquireNow({ key: 'a' })
  limiter.acquireNow({ key: 'a' })
  clock.advance(1_000)
  expect(() => limiter.acquireNow({ key: 'a' })).toThrow(
    expect.objectContaining({ code: 'rate_limited', details: { retryAfter: 3 } }),
  )
  limiter.acquireNow({ key: 'b' })
  release()
  release()
  limiter.acquireNow({ key: 'a' })
  expect(() => limiter.acquireNow({ key: 'a' })).toThrow('Your earlier searches are still running')
})

test('a process runs sixteen searches, whichever companies they belong to', () => {
  const limiter = openSearchLimiter(fakeClock('2026-01-01T00:00:00Z'))
  for (let i = 0; i < 16; i++) limiter.acquireNow({ key: `company ${i}` })
  expect(() => limiter.acquireNow({ key: 'one more' })).toThrow(
    expect.objectContaining({ code: 'rate_limited', message: 'Many people are searching right now' }),
  )
})
