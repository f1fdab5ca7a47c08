import { fakeClock } from '@freeor/testing/clock'
import { expect, test } from 'vitest'
import { leadsLimits } from '../limits.ts'
import { openSearchLimiter } from './search-limiter.ts'

const { concurrency, queue, queuePerKey } = leadsLimits.searches

test('a company runs two searches and eight wait; the next is told when to retry', async () => {
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const limiter = openSearchLimiter(clock)
  const release = await limiter.acquire({ key: 'a' })
  await limiter.acquire({ key: 'a' })
  const waiting = Array.from({ length: queuePerKey }, () => limiter.acquire({ key: 'a' }))
  clock.advance(1_000)
  await expect(limiter.acquire({ key: 'a' })).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Your earlier searches are still running',
    details: { retryAfter: 3 },
  })
  // Another company need not wait.
  await limiter.acquire({ key: 'b' })
  release()
  await waiting[0]
  const rest = await Promise.allSettled(waiting.slice(1))
  expect(new Set(rest.map((one) => one.status === 'rejected' && one.reason.message))).toEqual(
    new Set(['Other searches are still running']),
  )
})

test('a process runs sixteen searches, whichever companies they belong to', async () => {
  const limiter = openSearchLimiter(fakeClock('2026-01-01T00:00:00Z'))
  const running = Array.from({ length: concurrency }, (_, i) => limiter.acquire({ key: `company ${i}` }))
  await Promise.all(running)
  const waiting = Array.from({ length: queue }, (_, i) => limiter.acquire({ key: `another ${i}` }))
  await expect(limiter.acquire({ key: 'one more' })).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Many people are searching right now',
  })
  for (const one of [...running, ...waiting]) void one.then((release) => release())
  await Promise.all(waiting)
})
