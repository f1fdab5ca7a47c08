/** What a company's own lists may be. */
export const ownListLimits = {
  /** Bytes of one file. */
  bytes: 200_000_000,
  rows: 500_000,
  columns: 100,
  /** Lists of a company. */
  lists: 20,
  /** Rows a company may bring in a day, those of deleted lists included. */
  rowsPerDay: 1_000_000,
  /** How long a list is kept. */
  days: 90,
  /** Leads of one value (a domain, a number) that are compared with a row; a value of more tells nothing. */
  leadsPerKey: 50,
  /** Rows shown of a match. */
  shown: 20,
  /** Values of each column shown beside its role. */
  examples: 3,
} as const
