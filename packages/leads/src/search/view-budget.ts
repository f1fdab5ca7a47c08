/** Enough for a hundred pages, so that a user who tries the search out never meets the limit. */
const FEWEST = 5_000
const MOST = 100_000
/** How many leads a person looks at for each one they download. */
const LOOKED_AT_FOR_ONE = 10

/** Rows of leads that a company may be shown in a day, by the leads its plan sells a month. */
export const viewsPerDay = (leadsPerMonth: number): number =>
  Math.min(MOST, Math.max(FEWEST, LOOKED_AT_FOR_ONE * leadsPerMonth))

/** A value with its count tells less than a lead's row. */
const SUGGESTIONS_A_ROW = 4

/** How many rows suggestions count as. */
export const rowsOfSuggestions = (values: number): number => Math.ceil(values / SUGGESTIONS_A_ROW)
