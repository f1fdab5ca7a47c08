import { AppError } from '@freeor/kernel/errors'
import { type Column, column as columnSchema } from '../../schema.ts'
import { isReservedKey } from '../cells/header-words.ts'
import type { Sample } from '../file/read-sample.ts'
import { proposeColumns } from './propose-columns.ts'
import { reuseColumns } from './propose-dictionary.ts'

/** What the super admin or the file, and the version before, say about the columns. */
export type Wishes = {
  readonly asked: readonly Column[] | undefined
  /** What the file itself would have, where nobody asked for others. */
  readonly proposed: readonly Column[]
}

/** The wishes for a file: its columns are looked at once, however often they are chosen. */
export const wishesOf = (sample: Sample, asked: readonly Column[] | undefined): Wishes => ({
  asked,
  proposed: asked ? [] : proposeColumns(sample.layout.headers, sample.rows).columns,
})

/**
 * The super admin's columns, else the proposal's, in which the dictionary's own are kept.
 * @throws AppError `invalid_request` for columns no dictionary can have.
 */
export function chooseColumns({ asked, proposed }: Wishes, before: readonly Column[]): readonly Column[] {
  const columns = asked ?? reuseColumns(proposed, before).columns
  const parsed = columnSchema.array().min(1).safeParse(columns)
  if (!parsed.success) throw new AppError('invalid_request', parsed.error.issues[0]?.message ?? 'No columns')
  const keys = new Set(columns.map(({ key }) => key))
  if (keys.size !== columns.length) throw new AppError('invalid_request', 'Two columns have the same key')
  const reserved = columns.find(({ key, kind }) => isReservedKey(key, kind))
  if (reserved)
    throw new AppError(
      'invalid_request',
      `A ${reserved.kind} column cannot have the key ${reserved.key}: searches mean something else by it`,
    )
  return columns
}

/** Most distinct values a facet may have: the cities of the country are few enough, its companies are not. */
const facetLimit = 50_000

/** The columns as they are stored: a column with nearly as many values as a large file has leads is no facet. */
export function withinFacetLimit(
  columns: readonly Column[],
  distinct: ReadonlyMap<string, number>,
): { columns: Column[]; warnings: string[] } {
  const isTooFine = ({ key, facet }: Column) => facet && (distinct.get(key) ?? 0) > facetLimit
  return {
    columns: columns.map((column) => (isTooFine(column) ? { ...column, facet: false } : column)),
    warnings: columns
      .filter(isTooFine)
      .map(({ label }) => `${label} has too many different values to be counted one by one`),
  }
}
