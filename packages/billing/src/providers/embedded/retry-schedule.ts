const dayMs = 86_400_000

/** Pauses after each refusal, in days: tries on days 3, 5 and 7 after the first one. */
const pausesInDays = [3, 2, 2] as const

/**
 * When the card is tried again after its `failedAttempts`-th refusal; null after the last one. Counted from the
 * previous try, so a clock that jumps ahead never uses up all tries at once.
 */
export function nextAttempt(failedAttempts: number, now: Date): Date | null {
  const pause = pausesInDays[failedAttempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause * dayMs)
}

/** A try that is further away than any pause was planned while a clock was ahead: it is due after the longest one. */
export function boundAttempt(planned: Date, now: Date): Date {
  const latest = now.getTime() + Math.max(...pausesInDays) * dayMs
  return planned.getTime() > latest ? new Date(latest) : planned
}
