import { Cache } from '@freeor/kernel/cache'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { type RateLimit, serverCaches } from '../limits.ts'

type Bucket = { tokens: number; at: number }

/** In memory and per process: it protects this process; money and codes have limits in the database. */
export function createRateLimiter(limit: RateLimit, clock: Clock) {
  const buckets = new Cache<Bucket>(serverCaches.buckets)

  /** @throws rate_limited with `retryAfter` in seconds */
  return function take(key: string): void {
    const now = clock.now().getTime()
    const bucket = buckets.get(key) ?? { tokens: limit.burst, at: now }
    const elapsed = Math.max(0, now - bucket.at) / 1000
    const tokens = Math.min(limit.burst, bucket.tokens + elapsed * limit.perSecond)
    buckets.set(key, { tokens: Math.max(0, tokens - 1), at: now })
    if (tokens < 1)
      throw new AppError('rate_limited', 'That was a little too fast. Please wait a moment and try again.', {
        details: { retryAfter: Math.max(1, (1 - tokens) / limit.perSecond) },
      })
  }
}
