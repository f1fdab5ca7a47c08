/** Downloads that repeat by themselves. */
export const scheduleLimits = {
  /** Of a company. */
  schedules: 20,
  /** The latest first day, in days from now. */
  startsWithinDays: 366,
  /** After so many refusals in a row it pauses, and says so. */
  refusals: 3,
  /** Runs that are shown of each. */
  runsShown: 5,
} as const
