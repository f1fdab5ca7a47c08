export const leadNoteLimits = {
  /** Of a company and dataset. */
  notes: 100_000,
  /** Rows that are sent to the engine at once. */
  copiedAtOnce: 5_000,
} as const
