import type { Limits } from '@freeor/kernel/limiter'

/** What one engine is asked at once by this process. */
export const engineLimits = {
  /** Statements whose answer is read whole. Who finds them all taken is told to come back. */
  statements: { concurrency: 16, queue: 0 },
  /** Statements that write a file as it is read. */
  streams: { concurrency: 4, queue: 64 },
} as const satisfies Record<string, Limits>
