import type { CacheLimits } from '@freeor/kernel/cache'
import type { Limits } from '@freeor/kernel/limiter'

/** A token bucket for each key: `burst` at most, refilled at `perSecond`. */
export type RateLimit = { burst: number; perSecond: number }

/** How often a client may call: a token bucket for each network of clients. */
export const serverRates = {
  calls: { burst: 400, perSecond: 100 },
} as const satisfies Record<string, RateLimit>

export const serverLimits = {
  /**
   * Pages and calls that read. What comes beyond what this process can do is refused in two seconds: otherwise it would
   * be answered minutes later, when nobody waits for it any more. What writes is not among them: its body may come as
   * slowly as its sender likes. More reads at the same time would not end earlier, and would keep the event loop longer
   * each time it comes round.
   */
  reads: { concurrency: 16, queue: 512, longestWaitMs: 2_000 },
  /** Invoices that are drawn or wait for it: one takes some 30 ms, one after the other. */
  invoices: { concurrency: 100, queue: 0 },
  /** Pictures that are read and written anew, each of up to 36 million pixels; the key is a user. */
  images: { concurrency: 2, concurrencyPerKey: 1, queue: 50 },
} as const satisfies Record<string, Limits>

/** How many requests that write, and how many searches, run at the same time while the queue of the reads is full. */
export const writesWhenFull = 16

export const serverCaches = {
  /** The token buckets of clients. */
  buckets: { entries: 50_000 },
  /** Drawn invoices. */
  invoices: { entries: 64 },
  /** Whether the engines answered. A running server asks them twice a second, however many load balancers ask us. */
  health: { entries: 1, ttlMs: 2_000 },
  /** What metrics and the status page say of now: the database is read at most once in this time. */
  figures: { entries: 1, ttlMs: 5_000 },
  backups: { entries: 1, ttlMs: 300_000 },
  /** The sample data's showcase, for each engine. */
  showcase: { entries: 1 },
} as const satisfies Record<string, CacheLimits>
