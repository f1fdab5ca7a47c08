import type { CompanyScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { phoneColumns } from '../do-not-call/prepare-marks.ts'
import { type Marks, rowsTable } from '../do-not-call/registry-tables.ts'
import { ownedParams, ownedRows } from '../ownership/owned-leads.ts'
import { topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import { type Column, cellValue, DEEPEST_ROW, type LeadRow, type SearchRow } from '../schema.ts'
import { orderOf, type SortKeys } from './order.ts'
import { filterOf, type SearchPlan } from './plan-search.ts'
import type { LeadsOf, SearchDeps } from './ports.ts'

/** The text in a contact cell of a lead that is not owned. It only tells that there is something. */
export const MASK = '•••'

export type Page = { sort: SortKeys; offset: number; limit: number }
type Asking = Pick<SearchDeps, 'olap' | 'statements' | 'readOwnership'>
type AskingMarks = Asking & Pick<SearchDeps, 'prepareMarks'>
type AskingPage = AskingMarks & Pick<SearchDeps, 'readRowNotes'>

export const engineRow = z.looseObject({
  lead_id: z.string(),
  row: z.coerce.number(),
  p_lat: z.number().nullable(),
  p_lon: z.number().nullable(),
})
type EngineRow = z.infer<typeof engineRow>

/** One page of a search; contact cells are masked, except for leads that the company owns. */
export async function readPage(
  asking: AskingPage,
  scope: CompanyScope,
  { plan, page }: { plan: SearchPlan; page: Page },
  signal?: AbortSignal,
): Promise<SearchRow[]> {
  const limit = Math.min(page.limit, DEEPEST_ROW - page.offset)
  if (limit <= 0) return []
  const { columns } = plan.context
  const binder = openBinder()
  const filter = filterOf(plan, topLevel(plan.query), binder)
  const order = orderOf(page.sort, columns, plan.total)
  const sql = `SELECT lead_id, row, p_lat, p_lon, ${columns.map(columnName).join(', ')}
    FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} ${filter}
    ORDER BY ${order} LIMIT ${binder.bind('UInt32', limit)} OFFSET ${binder.bind('UInt32', page.offset)}`
  const rows = await asking.statements.run({ signal }, () =>
    asking.olap.ask({ sql, params: binder.params, row: engineRow, ...(signal && { signal }) }),
  )
  const leads: LeadsOf = { datasetNo: plan.datasetNo, leadIds: rows.map((row) => row.lead_id) }
  const [owned, marked, notes] = await Promise.all([
    findOwned(asking, scope, leads, signal),
    findMarked(asking, plan, rows, signal),
    asking.readRowNotes(scope, leads),
  ])
  return rows.map((row) => ({
    ...presentRow(row, columns, { owned: owned.has(row.lead_id), doNotCall: marked.get(row.row) ?? [] }),
    note: notes.get(row.lead_id) ?? null,
  }))
}

const markRow = z.object({ row: z.coerce.number(), column: z.string() })

type MarkedRows = Pick<SearchPlan, 'datasetNo' | 'rowsVersion'> & {
  readonly context: Pick<SearchPlan['context'], 'columns'>
}

/** Of some rows, the columns whose number is on the do-not-call registry. */
export async function findMarked(
  { olap, statements, prepareMarks }: AskingMarks,
  { datasetNo, rowsVersion: version, context: { columns } }: MarkedRows,
  rows: readonly EngineRow[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, string[]>> {
  const marked = new Map<number, string[]>()
  if (rows.length === 0 || phoneColumns(columns).length === 0) return marked
  const marks: Marks | undefined = await prepareMarks({ datasetNo, version, columns })
  if (!marks) return marked
  const found = await statements.run({ signal }, () =>
    olap.ask({
      sql: `SELECT DISTINCT row, column FROM ${rowsTable} WHERE dataset_no = {dataset:UInt32}
        AND version = {version:UInt32} AND edition = {edition:UInt32} AND row IN {rows:Array(UInt32)}`,
      params: { dataset: datasetNo, version, edition: marks.edition, rows: rows.map(({ row }) => row) },
      row: markRow,
      ...(signal && { signal }),
    }),
  )
  for (const { row, column } of found) marked.set(row, [...(marked.get(row) ?? []), column].toSorted())
  return marked
}

/** Whether a lead is owned, and which of its columns are on the do-not-call registry. */
type Known = { readonly owned: boolean; readonly doNotCall: string[] }

export function presentRow(row: EngineRow, columns: readonly Column[], { owned, doNotCall }: Known): LeadRow {
  const cells: LeadRow['cells'] = {}
  const masked: string[] = []
  for (const column of columns) {
    const value = cellValue.parse(row[columnName(column)] ?? null)
    const isMasked = column.contact && !owned && value !== null && value !== ''
    if (isMasked) masked.push(column.key)
    cells[column.key] = isMasked ? MASK : value
  }
  const point: LeadRow['point'] = row.p_lat === null || row.p_lon === null ? null : [row.p_lon, row.p_lat]
  return { id: row.lead_id, owned, cells, masked, doNotCall, point }
}

const ownedRow = z.object({ lead_id: z.string() })

/** Which of some leads the company owns: those in one of its ready files. */
export async function findOwned(
  { olap, statements, readOwnership }: Asking,
  scope: CompanyScope,
  { datasetNo, leadIds }: LeadsOf,
  signal?: AbortSignal,
): Promise<Set<string>> {
  if (leadIds.length === 0) return new Set()
  const ownership = await readOwnership(scope, datasetNo)
  if (ownership.leads === 0) return new Set()
  const params = { ...ownedParams(ownership), ids: leadIds.map(BigInt) }
  const sql = `SELECT DISTINCT lead_id ${ownedRows} AND lead_id IN {ids:Array(UInt64)}`
  const rows = await statements.run({ signal }, () =>
    olap.ask({ sql, params, row: ownedRow, ...(signal && { signal }) }),
  )
  return new Set(rows.map((row) => row.lead_id))
}
