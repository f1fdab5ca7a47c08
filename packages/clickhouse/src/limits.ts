import type { Limits } from '@freeor/kernel/limiter'

/** How many statements this process sends to one engine at the same time. */
export const engineLimits = {
  /** Statements whose answer is read whole. When all are taken, the next caller is told to retry later. */
  statements: { concurrency: 16, queue: 0 },
  /** Statements that write a file as it is read. */
  streams: { concurrency: 4, queue: 64 },
} as const satisfies Record<string, Limits>
