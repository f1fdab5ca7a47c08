import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'

/** A token bucket a key: `burst` at once, refilled at `perSecond`. */
export type RateLimit = { burst: number; perSecond: number }

type Bucket = { tokens: number; at: number }

const MAX_KEYS = 50_000

/** In memory and per process: it protects this process; money and codes have limits in the database. */
export function createRateLimiter(limit: RateLimit, clock: Clock) {
  const buckets = new Map<string, Bucket>()

  /** @throws rate_limited with `retryAfter` in seconds */
  return function take(key: string): void {
    const now = clock.now().getTime()
    const bucket = buckets.get(key) ?? { tokens: limit.burst, at: now }
    const elapsed = Math.max(0, now - bucket.at) / 1000
    const tokens = Math.min(limit.burst, bucket.tokens + elapsed * limit.perSecond)
    // Re-inserting keeps the map in order of last use, so that the oldest can be dropped.
    buckets.delete(key)
    buckets.set(key, { tokens: Math.max(0, tokens - 1), at: now })
    if (buckets.size > MAX_KEYS)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    if (tokens < 1)
      throw new AppError('rate_limited', 'That was a little too fast. Please wait a moment and try again.', {
        details: { retryAfter: Math.max(1, (1 - tokens) / limit.perSecond) },
      })
  }
}
