import { AppError } from '@freeor/kernel/errors'
import { z } from 'zod'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import type { Column, Facet } from '../schema.ts'
import { askVersion } from './ask-version.ts'
import { type Cell, type CellColumn, cellOf } from './map-view.ts'
import { filterOf, type SearchPlan } from './plan-search.ts'
import type { SearchDeps } from './ports.ts'

/** Values of one facet in an answer, besides those the search itself names. */
const VALUES = 20

const counted = z.tuple([z.string(), z.coerce.number()])
const groupRow = z.object({
  facet: z.coerce.number(),
  /** Distinct values without blank. */
  present: z.coerce.number(),
  /** Blank, and the values the search names. */
  named: z.array(counted),
  others: z.array(counted),
  cells: z.array(counted),
})
type GroupRow = z.infer<typeof groupRow>

/**
 * The requested columns, each once, except those that the version whose rows are read lacks: they are `lackingFacets`.
 * @throws AppError `invalid_request` for one that has no facet.
 */
export function requireFacets(keys: readonly string[], plan: SearchPlan): Column[] {
  const { columns } = plan.context
  const lacking = new Set(lackingKeys(keys, plan))
  return [...new Set(keys)]
    .filter((key) => !lacking.has(key))
    .map((key) => {
      const column = columns.find((one) => one.key === key)
      if (!column) throw new AppError('invalid_request', `This dataset has no column "${key}"`)
      if (column.contact || !column.facet) throw new AppError('invalid_request', `"${key}" has no facet`)
      return column
    })
}

function lackingKeys(keys: readonly string[], { context, askedColumns }: SearchPlan): string[] {
  const isLacking = (key: string) =>
    !context.columns.some((column) => column.key === key) &&
    askedColumns.some((column) => column.key === key && column.facet && !column.contact)
  return [...new Set(keys)].filter(isLacking)
}

/** Facets of columns that were added after the version whose leads are read: blank in all `count` leads. */
export const lackingFacets = (keys: readonly string[], plan: SearchPlan, count: number): Facet[] =>
  lackingKeys(keys, plan).map((column) => ({ column, values: [], blank: count, distinct: 0 }))

/** `unplaced`: leads without a hexagon. */
export type Groups = { facets: Facet[]; cells: Cell[]; unplaced: number }

/**
 * Exact counts of the values of some columns over the whole search, including its own choice in a column. Spellings
 * that differ only in case are one value, as in the query, shown in the most frequent spelling; of equally frequent
 * ones in the first by bytes. A value that the search names is always listed, even with 0. With `cell`, the leads of
 * each hexagon as well, in the same scan.
 */
export async function countGroups(
  asking: Pick<SearchDeps, 'olap' | 'statements'>,
  plan: SearchPlan,
  { columns, cell }: { columns: readonly Column[]; cell: CellColumn | undefined },
  signal?: AbortSignal,
): Promise<Groups> {
  if (columns.length === 0 && !cell) return { facets: [], cells: [], unplaced: 0 }
  const chosen = columns.map((column) => chosenValues(plan, column.key))
  const { sql, params } = groupStatement(plan, { columns, chosen, cell })
  const rows = await askVersion(asking, { revision: plan.revision, sql, params, row: groupRow }, signal)
  const rowOf = (facet: number) => rows.find((row) => row.facet === facet)
  const stored = cell ? (rowOf(columns.length)?.cells ?? []) : []
  return {
    facets: columns.map((column, i) => facetOf(column, rowOf(i), chosen[i] ?? [])),
    cells: stored.flatMap(([value, leads]) => cellOf(value, leads)),
    unplaced: stored.find(([value]) => value === '0')?.[1] ?? 0,
  }
}

export function facetOf(
  column: Column,
  row: Pick<GroupRow, 'present' | 'named' | 'others'> | undefined,
  chosen: readonly string[],
): Facet {
  const named = row?.named ?? []
  const values = [...named.filter(([value]) => value !== ''), ...(row?.others ?? [])]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  const found = new Set(values.map(({ value }) => value.toLowerCase()))
  const absent = chosen.filter((value) => !found.has(value.toLowerCase()))
  return {
    column: column.key,
    values: [...values, ...absent.map((value) => ({ value, count: 0 }))],
    blank: named.find(([value]) => value === '')?.[1] ?? 0,
    distinct: row?.present ?? 0,
  }
}

/** The values of a column that the search names at its top level. */
export function chosenValues(plan: SearchPlan, key: string): string[] {
  return topLevel(plan.query).flatMap((part) => {
    if (part.type === 'column' && part.column === key && part.match.op === 'any') return part.match.values
    return part.type === 'place' && part.kind === 'state' && key === 'state' ? part.states : []
  })
}

/**
 * The most frequent spelling, of equally frequent ones the first by bytes: the smallest text of 16 digits that fall as
 * the count grows, and the spelling. Comparing pairs instead takes half as long again.
 */
const firstSpelling = 'substring(min(concat(hex(bitNot(n)), text)), 17)'

type GroupQuery = {
  columns: readonly Column[]
  chosen: readonly (readonly string[])[]
  cell: CellColumn | undefined
}

/**
 * One scan with GROUPING SETS for all columns, twice as fast as a scan each. `grouping()` has the bit of a column
 * cleared in its own set; the first column has the highest bit.
 */
function groupStatement(plan: SearchPlan, { columns, chosen, cell }: GroupQuery) {
  const binder = openBinder()
  const names = [...columns.map(columnName), ...(cell ? [cell] : [])]
  const own = names.map((name, i) => ({ name, i, bits: 2 ** names.length - 1 - 2 ** (names.length - 1 - i) }))
  const facet = own.map(({ bits, i }) => `g = ${bits}, ${i}`).join(', ')
  const text = own.map(({ bits, name }) => `g = ${bits}, ifNull(toString(${name}), '')`).join(', ')
  const picked = chosen.flatMap((values, i) => {
    if (values.length === 0) return []
    const lower = values.map((value) => value.toLowerCase())
    return [`(facet = ${i} AND lower_text IN ${binder.bind('Array(String)', lower)})`]
  })
  const isNamed = ["lower_text = ''", ...picked].join(' OR ')
  const isCell = cell ? `facet = ${columns.length}` : '0'
  const sql = `SELECT facet, countIf(lower_text != '') AS present,
      groupArrayIf((value, leads), (${isNamed}) AND NOT ${isCell}) AS named,
      arrayMap(one -> (one.3, -one.1), groupArraySortedIf(${VALUES})((-toInt64(leads), lower_text, value),
        NOT (${isNamed}) AND NOT ${isCell})) AS others,
      groupArrayIf((value, leads), ${isCell}) AS cells
    FROM (
      SELECT facet, lowerUTF8(text) AS lower_text, ${firstSpelling} AS value, sum(n) AS leads FROM (
        SELECT multiIf(${facet}, 0) AS facet, multiIf(${text}, '') AS text, n FROM (
          SELECT grouping(${names.join(', ')}) AS g, ${names.join(', ')}, count() AS n
          FROM ${leadTable(plan.datasetNo, plan.rowsVersion)}
          ${filterOf(plan, topLevel(plan.query), binder)}
          GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')})))
      GROUP BY facet, lower_text)
    GROUP BY facet`
  return { sql, params: binder.params }
}
