import type { CompanyScope } from '@freeor/kernel/scope'
import { z } from 'zod'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { phoneColumns } from '../do-not-call/prepare-marks.ts'
import { type Marks, rowsTable } from '../do-not-call/registry-tables.ts'
import type { PagePlace } from '../memory-columns/ports.ts'
import { ownedParams, ownedRows, type Statement } from '../ownership/owned-leads.ts'
import { pageColumns } from '../packed-rows/page-columns.ts'
import { topLevel } from '../query/ast.ts'
import { openBinder } from '../query/binder.ts'
import { DEEPEST_ROW } from '../query/deepest-row.ts'
import { type Column, cellValue, type LeadRow, type SearchRow } from '../schema.ts'
import { orderOf, type SortKeys } from './order.ts'
import { filterOf, type SearchPlan } from './plan-search.ts'
import type { LeadsOf, SearchDeps } from './ports.ts'

/** The text in a contact cell of a lead that is not owned. It only tells that there is something. */
export const MASK = '•••'

export type Page = { sort: SortKeys; offset: number; limit: number }
type Asking = Pick<SearchDeps, 'olap' | 'statements' | 'readOwnership'>
type AskingMarks = Asking & Pick<SearchDeps, 'prepareMarks'>
type AskingPage = AskingMarks & Pick<SearchDeps, 'readRowNotes' | 'packedRows'>

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
  { plan, page, found }: { plan: SearchPlan; page: Page; found?: readonly PagePlace[] | undefined },
  signal?: AbortSignal,
): Promise<SearchRow[]> {
  const limit = rowsOfPage(page)
  if (limit <= 0 || found?.length === 0) return []
  const { columns } = plan.context
  const rows = await readRows(asking, { plan, page, found }, signal)
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

/** Rows of a page: none lies deeper than `DEEPEST_ROW`. */
export const rowsOfPage = ({ limit, offset }: Pick<Page, 'limit' | 'offset'>): number =>
  Math.min(limit, DEEPEST_ROW - offset)

type Reading = { plan: SearchPlan; page: Page; found: readonly PagePlace[] | undefined }

/** The leads of a page, from the packed rows where the version has them. */
async function readRows(
  asking: AskingPage,
  { plan, page, found }: Reading,
  signal?: AbortSignal,
): Promise<EngineRow[]> {
  const { columns } = plan.context
  const ask = async <Row>({ sql, params }: Statement, row: z.ZodType<Row>) =>
    await asking.statements.run({ signal }, () =>
      asking.olap.ask({ sql, params, row, ...(signal && { signal }) }),
    )
  const version = { datasetNo: plan.datasetNo, version: plan.rowsVersion }
  if (asking.packedRows?.has(version)) {
    const places = found ?? (await ask(selectPage(plan, page, 'row'), placeRow))
    if (places.length === 0) return []
    const packed = await asking.packedRows.read(
      { ...version, columns },
      places.map(({ row }) => row),
    )
    if (packed)
      return inOrder(
        packed.map((lead) => engineRow.parse(lead)),
        places,
      )
  }
  if (!found) return await ask(selectPage(plan, page, pageColumns(columns)), engineRow)
  return inOrder(await ask(selectFound(plan, found), engineRow), found)
}

const placeRow = z.object({ row: z.coerce.number() })

function selectPage(plan: SearchPlan, page: Page, names: string): Statement {
  const binder = openBinder()
  const filter = filterOf(plan, topLevel(plan.query), binder)
  const order = orderOf(page.sort, plan.context.columns, plan.total)
  const sql = `SELECT ${names} FROM ${leadTable(plan.datasetNo, plan.rowsVersion)} ${filter}
    ORDER BY ${order} LIMIT ${binder.bind('UInt32', rowsOfPage(page))} OFFSET ${binder.bind('UInt32', page.offset)}`
  return { sql, params: binder.params }
}

/** Rows that are known already: their places are the beginning of the table's key. */
function selectFound(plan: SearchPlan, found: readonly PagePlace[]): Statement {
  const sql = `SELECT ${pageColumns(plan.context.columns)} FROM ${leadTable(plan.datasetNo, plan.rowsVersion)}
    WHERE (p_state, p_city, p_zip) IN (SELECT arrayJoin(arrayZip({states:Array(String)}, {cities:Array(String)}, {zips:Array(String)})))
      AND row IN {rows:Array(UInt64)}`
  const params = {
    states: found.map(({ state }) => state),
    cities: found.map(({ city }) => city),
    zips: found.map(({ zip }) => zip),
    rows: found.map(({ row }) => BigInt(row)),
  }
  return { sql, params }
}

function inOrder(rows: readonly EngineRow[], found: readonly { readonly row: number }[]): EngineRow[] {
  const byRow = new Map(rows.map((row) => [row.row, row]))
  return found.flatMap(({ row }) => byRow.get(row) ?? [])
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
