/** What finding businesses goes by. */
export const businessLimits = {
  /** Leads of one value (a number, a domain) in one ZIP code; a value of more tells nothing. */
  leadsPerKey: 20,
  /** The points from which two leads are one business; see `points` in `business-sql.ts`. */
  points: 4,
  /** Names that differ in at most this share of their pairs of letters may be one name, mistyped. */
  nameDistance: 0.4,
  /** Leads that are looked up by their id at a time. */
  leadsAtOnce: 2_000_000,
  /** Keys that are counted at a time: about 100 MB of the engine’s memory, and as much that it has just freed. */
  keysAtOnce: 2_000_000,
  /** Small, as a part has few rows of a range. */
  keysOfGranule: 1024,
} as const
