import type { Limits } from '@freeor/kernel/limiter'

/** How much of each kind one process does at once; the key is a company. */
export const leadsLimits = {
  /** Nobody waits for a search: who is refused asks again. */
  searches: { concurrency: 16, concurrencyPerKey: 2, queue: 0 },
  /** What quotes, confirms and saved searches count takes longer than a page of a search: few at a time. */
  counts: { concurrency: 8, concurrencyPerKey: 2, queue: 240, queuePerKey: 60 },
  /** Fewer than the engine takes, which refuses more instead of letting them wait: one search sends several. */
  statements: { concurrency: 14 },
  /** Orders and settlements, so that a company's do not count against the same credits only to be refused. */
  orders: { concurrency: Number.POSITIVE_INFINITY, concurrencyPerKey: 1 },
  /** Bringing the engine's table of owned leads up to date. */
  catchUps: { concurrency: Number.POSITIVE_INFINITY, concurrencyPerKey: 1 },
} as const satisfies Record<string, Limits>

/** No search takes longer, in seconds. */
export const longestSearch = 3.5
