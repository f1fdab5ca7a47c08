import type { CacheLimits } from '@freeor/kernel/cache'
import type { Limits } from '@freeor/kernel/limiter'

export const certificateLimits = {
  /** Certificates that are set or wait for it: one takes some 10 ms, one after the other. */
  rendering: { concurrency: 200, queue: 0 },
} as const satisfies Record<string, Limits>

export const certificateCaches = {
  /** PDFs, up to about 100 KB each. */
  pdfs: { entries: 64 },
} as const satisfies Record<string, CacheLimits>
