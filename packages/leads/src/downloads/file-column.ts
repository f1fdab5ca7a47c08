import type { Marks } from '../do-not-call/registry-tables.ts'
import type { Column } from '../schema.ts'

/**
 * A column of a file; one that says of another whether its number is on the do-not-call registry has `marks`. One that a
 * preset makes has its `text` as SQL, and where it was filled in by rule.
 */
export type FileColumn = Column & {
  readonly text?: string
  readonly filledWhere?: string
  /** What of the company's own it says. */
  readonly said?: 'status' | 'note'
  readonly marks?: { readonly of: Column; readonly by: Marks; readonly areaCodes: readonly number[] }
}
