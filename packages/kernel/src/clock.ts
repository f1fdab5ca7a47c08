/** Time is passed in: only the composition root and tests make a clock. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
