/** A condition in two steps: what only compares columns, and what is computed for each lead that is left. */
export type Steps = { first: string; rest: string | undefined }

export const inOne = (sql: string): Steps => ({ first: sql, rest: undefined })

/** Both steps as one condition. */
export const joined = ({ first, rest }: Steps): string =>
  rest === undefined ? first : `${first} AND ${rest}`

/**
 * The clauses of a statement for all of some parts. Conditions side by side are each evaluated on all leads that an
 * index leaves; after PREWHERE, WHERE sees only what passed.
 */
export function filterClauses(parts: readonly Steps[]): string {
  const first = parts.map((part) => part.first).join(' AND ') || '1'
  const rest = parts.flatMap((part) => part.rest ?? [])
  return rest.length === 0 ? `WHERE ${first}` : `PREWHERE ${first} WHERE ${rest.join(' AND ')}`
}
