import { columnName } from '../dictionaries/lead-table.ts'
import type { MemoryRequest, PageRequest } from '../memory-columns/ports.ts'
import { topLevel } from '../query/ast.ts'
import { conditionOf } from '../query/compile-condition.ts'
import type { KnownColumns } from '../query/condition.ts'
import type { Column } from '../schema.ts'
import type { Box, CellColumn } from './map-view.ts'
import { isByPlace, type SortKeys } from './order.ts'
import type { SearchPlan } from './plan-search.ts'

/** What one search call wants to know. */
export type Wanted = {
  readonly drops: boolean
  readonly unplaced: boolean
  /** Facets, each with the values that the search names. */
  readonly facets: readonly { readonly column: Column; readonly chosen: readonly string[] }[]
  /** The hexagons of all leads that are found, or of those in a box. */
  readonly cells?: { readonly column: CellColumn; readonly box?: Box | undefined } | undefined
  readonly page?: { readonly sort: SortKeys; readonly offset: number; readonly limit: number } | undefined
}

/** What of it the kept columns answer; the engine answers the rest. */
export type AskedOfMemory = {
  readonly request: MemoryRequest
  readonly hasFacets: boolean
  readonly hasCells: boolean
  readonly hasPage: boolean
}

/** @returns undefined where the columns cannot tell which leads are found */
export function requestOf(plan: SearchPlan, names: KnownColumns, wanted: Wanted): AskedOfMemory | undefined {
  if (plan.gone) return undefined
  const { columns, places } = plan.context
  const parts = topLevel(plan.query).map((part) => conditionOf(part, { columns, places, names }))
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length) return undefined
  const hasFacets = wanted.facets.every(({ column }) => names.get(columnName(column)) === 'codes')
  const { cells } = wanted
  const hasCells = cells !== undefined && names.get(cells.column) === 'codes'
  const page = wanted.page && pageOf(plan, names, wanted.page)
  return {
    hasFacets,
    hasCells,
    hasPage: page !== undefined,
    request: {
      parts: known,
      drops: wanted.drops,
      unplaced: wanted.unplaced,
      facets: hasFacets
        ? wanted.facets.map(({ column, chosen }) => ({
            column: columnName(column),
            named: chosen.map((value) => value.toLowerCase()),
          }))
        : [],
      cells: hasCells ? cells : undefined,
      page,
    },
  }
}

function pageOf(
  { context, total }: SearchPlan,
  names: KnownColumns,
  { sort, offset, limit }: NonNullable<Wanted['page']>,
): PageRequest | undefined {
  const keys = sort.map(({ column, direction }) => ({
    column: columnName({ key: column }),
    descending: direction === 'desc',
  }))
  // Only what `orderOf` accepts: what it refuses, it refuses on the way to the engine.
  const isKept = sort.every(({ column: key }) => {
    const column = context.columns.find((one) => one.key === key)
    const kind = names.get(columnName({ key }))
    return column !== undefined && !column.contact && kind !== undefined && kind !== 'present'
  })
  const isFindable = ['p_state', 'p_city', 'p_zip'].every((name) => names.has(name))
  return isKept && isFindable ? { keys, byPlace: isByPlace(sort, total), offset, limit } : undefined
}
