/** Rows that a person may page down to: browsing is no way around the allowance. */
export const DEEPEST_ROW = 1000
