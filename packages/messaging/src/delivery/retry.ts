const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 60 * 60 * 1000

/** Attempts when the server keeps deferring: over about four hours, after which the mail fails. */
export const maxAttempts = 8

/**
 * How long the lease on a mail lasts without a renewal. Its sender renews it every `renewMs`, so it ends only with its
 * sender. Another sender soon sends the mail of a killed one.
 */
export const leaseMs = 8_000
export const renewMs = 2_000

/**
 * The pause after attempt number `attempts`, in ms: half a minute, then four times as long each time, up to an hour.
 */
export function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** Math.max(0, attempts - 1))
}

/** No due time that we write is further ahead. One that is was written while the clock was wrong, and is due now. */
export const longestAheadMs = LONGEST_PAUSE_MS
