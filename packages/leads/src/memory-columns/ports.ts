import type { Condition, KnownColumns } from '../query/condition.ts'
import type { Column } from '../schema.ts'
import type { Box, CellColumn } from '../search/map-view.ts'

/** Rows of a block. Conditions are evaluated block by block: their results stay in the processor's cache. */
export const BLOCK_ROWS = 8192

/**
 * How one column of a version is kept, a cell for each lead in the order of the version's table:
 *
 *   codes    the number of the cell's text in `texts`, which are in the order of their lower case, then of themselves
 *   numbers  the value times `scale`, less `least`; all bits set for a blank
 *   floats   Float64, NaN for a blank
 *   present  one bit: whether the cell is not blank
 */
export type KeptColumn = { readonly name: string } & (
  | {
      readonly kind: 'codes'
      readonly bits: 8 | 16
      readonly texts: readonly string[]
      readonly lowers: readonly string[]
    }
  | { readonly kind: 'numbers'; readonly bits: 8 | 16 | 32; readonly scale: number; readonly least: number }
  | { readonly kind: 'floats'; readonly bits: 64 }
  | { readonly kind: 'present'; readonly bits: 1 }
)

/** The name under which the engine gives the cells of a column. */
export const cellName = ({ name }: Pick<KeptColumn, 'name'>): string => `kept_${name}`

export type PageRequest = {
  /** Kept columns. Without any, and without `byPlace`: by the row of the file. */
  readonly keys: readonly { readonly column: string; readonly descending: boolean }[]
  /** In the order of the version's table. */
  readonly byPlace: boolean
  readonly offset: number
  readonly limit: number
}

/** What a search asks of the kept columns, all of it answered from the same rows. */
export type MemoryRequest = {
  /** All of them hold for a lead that is found. */
  readonly parts: readonly Condition[]
  /** Count also without each part. */
  readonly drops: boolean
  /** Count also the leads without a place. */
  readonly unplaced: boolean
  /** Columns of codes, each with the values that are counted in any case, in lower case. */
  readonly facets: readonly { readonly column: string; readonly named: readonly string[] }[]
  /** Count the hexagons, of all leads or of those in a box [west, south, east, north]. */
  readonly cells?: { readonly column: CellColumn; readonly box?: Box | undefined } | undefined
  readonly page?: PageRequest | undefined
}

/** The counts of a column's values, with spellings that differ in case as one: see `count-groups.ts`. */
export type CountedValues = {
  /** Distinct values that were found, without blank. */
  readonly present: number
  /** Blank, and the values that are counted in any case. */
  readonly named: [string, number][]
  /** The most frequent of the rest. */
  readonly others: [string, number][]
}

export type PagePlace = {
  readonly row: number
  readonly state: string
  readonly city: string
  readonly zip: string
}

export type MemoryCounts = {
  readonly count: number
  /** Without each of the parts. */
  readonly drops: readonly number[]
  readonly unplaced: number
  readonly facets: readonly CountedValues[]
  /** H3 indexes as decimal text, '0' for none. */
  readonly cells: readonly [string, number][]
}

export type MemoryAnswer = MemoryCounts & {
  /** The page, in order: rows of the file, each with its place, by which the engine finds it. */
  readonly page: readonly PagePlace[]
}

export type AskOptions = {
  readonly signal?: AbortSignal | undefined
  /** Told the page that was asked for as soon as it is known, while the rest is still counted. */
  readonly onPage?: ((page: readonly PagePlace[]) => void) | undefined
}

/** A version whose columns are kept, as it was at one revision of its dataset. */
export type KeptVersion = {
  readonly datasetNo: number
  readonly version: number
  readonly revision: number
}

/**
 * Columns of serving versions in this process’s memory. A second evaluator of the language: ClickHouse holds the truth
 * and answers whatever is not kept.
 */
export interface MemoryColumns {
  /**
   * The names that are kept of a version now; undefined while it is not kept. Then it is read in the background, where
   * there is memory for it.
   */
  namesOf(version: KeptVersion, columns: readonly Column[]): KnownColumns | undefined
  /** @returns undefined when the version is no longer kept */
  ask(version: KeptVersion, request: MemoryRequest, options?: AskOptions): Promise<MemoryAnswer | undefined>
  /** Forgets a version, whose answers did not agree with the engine's. */
  forget(version: KeptVersion): void
  /** Resolves when nothing is being read. */
  settled(): Promise<void>
  close(): Promise<void>
}
