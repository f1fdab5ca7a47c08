/** A condition in two steps: one that only compares columns, and one that is computed for each remaining lead. */
export type Steps = { first: string; rest: string | undefined }

export const inOne = (sql: string): Steps => ({ first: sql, rest: undefined })

/** Both steps as one condition. */
export const joined = ({ first, rest }: Steps): string =>
  rest === undefined ? first : `${first} AND ${rest}`

/**
 * The clauses of a statement for all of the given parts. Conditions joined in one clause are each evaluated on all
 * leads that an index leaves; after PREWHERE, WHERE only sees what passed.
 */
export function filterClauses(parts: readonly Steps[]): string {
  const first = parts.map((part) => part.first).join(' AND ') || '1'
  const rest = parts.flatMap((part) => part.rest ?? [])
  return rest.length === 0 ? `WHERE ${first}` : `PREWHERE ${first} WHERE ${rest.join(' AND ')}`
}
