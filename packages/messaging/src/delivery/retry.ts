const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 60 * 60 * 1000

/** Tries at a server that keeps deferring: over about four hours, after which the mail fails. */
export const maxAttempts = 8

/**
 * How long a mail is held for a sender that says nothing. Whoever sends renews it every `renewMs`, so it ends only
 * with its sender, and the mail of a killed one is soon sent by another.
 */
export const leaseMs = 8_000
export const renewMs = 2_000

/** The pause after the `attempts`-th try, milliseconds: half a minute, then four times as long each time, up to an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** Math.max(0, attempts - 1))
}

/** No due time of ours lies further ahead. One that does was written while the clock was wrong, and is due now. */
export const longestAheadMs = LONGEST_PAUSE_MS
