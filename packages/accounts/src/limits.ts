import type { CacheLimits } from '@freeor/kernel/cache'
import type { Limits } from '@freeor/kernel/limiter'

/** Longer than a full queue takes on two cores. */
const longestWaitMs = 30_000

/**
 * A classroom behind one address may wait while the queue has space; the fuller the queue, the fewer each may add, down
 * to one.
 */
const queuePerKey = (free: number): number => Math.max(1, Math.floor(free / 2))

/**
 * Whose password is hashed first. `concurrency` is for a priority and all below it, so each leaves the ones above it a
 * part that no flood below can take.
 */
export const hashingLimits = {
  /** A device that signed in to this account before, a signed-in user, or a user with a reset link. */
  known: { concurrency: 4, queue: 64, queuePerKey, longestWaitMs },
  /** This account and this address have failed only now and then. */
  fresh: { concurrency: 3, queue: 192, queuePerKey, longestWaitMs },
  /** Signing up. */
  joining: { concurrency: 2, queue: 64, queuePerKey, longestWaitMs },
  /** This account or this address keeps failing. */
  suspect: { concurrency: 1, queue: 64, queuePerKey, longestWaitMs },
} as const satisfies Record<string, Limits>

/** How many pictures one process draws anew at the same time: each takes up to 200 MB for a moment. */
export const photoLimits = { photos: { concurrency: 2, queue: 32 } } as const satisfies Record<string, Limits>

/** Open event streams; the key is a user. A browser opens one, whatever the number of its tabs. */
export const liveLimits = {
  streams: { concurrency: 5_000, concurrencyPerKey: 10, queue: 0 },
} as const satisfies Record<string, Limits>

export const attemptCaches = {
  /** Limits of attempts that were used up a moment ago. */
  usedUp: { entries: 50_000 },
} as const satisfies Record<string, CacheLimits>
