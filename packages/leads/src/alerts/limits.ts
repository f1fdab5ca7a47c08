/** Of alerts. */
export const alertLimits = {
  /** Conditions that are evaluated in one scan, and characters of its statement: the engine reads a long one slowly. */
  inScan: 100,
  statement: 48_000,
  /** Leads of one search and version that are remembered by name; the count is always exact. */
  leadsNamed: 200,
  /** Leads that a mail shows. */
  leadsInMail: 20,
  /** What one scan may take. */
  caps: { seconds: 60, bytes: 2_000_000_000 },
} as const
