import type { CacheLimits } from '@freeor/kernel/cache'
import type { Limits } from '@freeor/kernel/limiter'

/** How much of each kind one process does at the same time. */
export const coursesLimits = {
  /** Certificates that are set or wait for it: one takes some 10 ms, one after the other. */
  certificates: { concurrency: 200, queue: 0 },
  /** Files of questions that are read, each in a thread of its own; the key is a user. */
  questionFiles: { concurrency: 2, concurrencyPerKey: 1, queue: 20 },
} as const satisfies Record<string, Limits>

/** What is kept in memory. */
export const coursesCaches = {
  /** PDFs of certificates, up to about 100 KB each. */
  certificates: { entries: 64 },
  /** The search indexes of courses of each database, in characters of their texts: an index is some five times as large. */
  searchIndexes: { size: 8_000_000 },
} as const satisfies Record<string, CacheLimits>
