import type { Olap } from '@freeor/clickhouse/olap'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { columnName, isTextual, leadTable } from '../dictionaries/lead-table.ts'
import { phoneColumns, prepareMarks } from '../do-not-call/prepare-marks.ts'
import { findEdition } from '../do-not-call/queries.ts'
import { rowsTable } from '../do-not-call/registry-tables.ts'
import { imports } from '../import/tables.ts'
import { leadsCaches } from '../limits.ts'
import { hasYears } from '../plots/plot-columns.ts'
import type { Column } from '../schema.ts'
import type { SearchDataset } from '../search/ports.ts'
import type { ColumnQuality, DatasetQuality } from './schema.ts'

/** Imports that are told of. */
const IMPORTS = 20
/** Years that are told of, the latest. */
const YEARS = 60

type Asking = { readonly db: Tx; readonly olap: Olap }
type Figures = Pick<DatasetQuality, 'leads' | 'unplaced' | 'columns'>

const cacheOf = cachePerOwner<Olap, Figures, []>(() => new Cache<Figures>(leadsCaches.quality))

/**
 * How good a dataset is. The figures of a version are counted once a process: they change only with its revision, when
 * somebody opts out, and with the edition of the do-not-call registry.
 */
export async function readQuality({ db, olap }: Asking, dataset: SearchDataset): Promise<DatasetQuality> {
  const { datasetNo, revision, dictionary } = dataset
  const { dictId, name, description, version, importedAt } = dictionary
  const edition = (await findEdition(db))?.edition
  const key = [datasetNo, version, revision, edition ?? ''].join('/')
  const [figures, reported] = await Promise.all([
    cacheOf(olap).load(key, async () => await countFigures(olap, dataset, edition)),
    readImports(db, dictId),
  ])
  return { dictId, name, description, version, importedAt, ...figures, imports: reported }
}

const countsRow = z.object({ counts: z.array(z.coerce.number()) })
const yearRow = z.object({ column: z.string(), year: z.coerce.number(), count: z.coerce.number() })
const markRow = z.object({ column: z.string(), count: z.coerce.number() })

/** The condition that a lead has a value in a column, as the search `column:*` has it. */
const isFilled = (column: Column): string =>
  isTextual(column.kind) ? `notEmpty(${columnName(column)})` : `isNotNull(${columnName(column)})`

async function countFigures(
  olap: Olap,
  { datasetNo, dictionary }: SearchDataset,
  edition: number | undefined,
): Promise<Figures> {
  const { columns, version } = dictionary
  const table = leadTable(datasetNo, version)
  const distinct = columns.filter(({ facet, contact }) => facet && !contact)
  const counts = [
    'count()',
    'countIf(isNaN(p_lat))',
    ...columns.map((column) => `countIf(${isFilled(column)})`),
    // A facet counts spellings that differ only in case as one value.
    ...distinct.map((one) => `uniqExactIf(lowerUTF8(toString(${columnName(one)})), ${isFilled(one)})`),
  ]
  const [rows, years, marks] = await Promise.all([
    olap.ask({ sql: `SELECT [${counts.join(', ')}] AS counts FROM ${table}`, row: countsRow }),
    countYears(olap, table, columns),
    edition === undefined ? undefined : countMarks(olap, { datasetNo, version, columns }, edition),
  ])
  const [leads = 0, unplaced = 0, ...rest] = rows[0]?.counts ?? []
  const qualityOf = (column: Column, i: number): ColumnQuality => {
    const { key, label, group, kind, contact } = column
    const at = distinct.indexOf(column)
    return {
      ...{ key, label, group, kind, contact },
      filled: rest[i] ?? 0,
      distinct: at < 0 ? null : (rest[columns.length + at] ?? 0),
      doNotCall: marks && kind === 'phone' ? (marks.get(key) ?? 0) : null,
      years: years.filter((row) => row.column === key).map(({ year, count }) => ({ year, count })),
    }
  }
  return { leads, unplaced, columns: columns.map(qualityOf) }
}

async function countYears(olap: Olap, table: string, columns: readonly Column[]) {
  const selects = columns.filter(hasYears).map((column) => {
    const name = columnName(column)
    const year = column.kind === 'date' ? `toYear(${name})` : `floor(${name})`
    return `SELECT * FROM (SELECT '${column.key}' AS column, toInt64(${year}) AS year, count() AS count FROM ${table}
      WHERE isNotNull(${name}) GROUP BY year ORDER BY year DESC LIMIT ${YEARS})`
  })
  if (selects.length === 0) return []
  const rows = await olap.ask({ sql: selects.join(' UNION ALL '), row: yearRow })
  return [...rows].sort((a, b) => a.year - b.year)
}

type Marked = { readonly datasetNo: number; readonly version: number; readonly columns: readonly Column[] }

async function countMarks(olap: Olap, marked: Marked, edition: number): Promise<Map<string, number>> {
  if (phoneColumns(marked.columns).length === 0) return new Map()
  const { datasetNo, version } = await prepareMarks(olap, marked, edition)
  // A lead that opted out keeps its mark, and has no row any more.
  const rows = await olap.ask({
    sql: `SELECT column, uniqExact(row) AS count FROM ${rowsTable}
      WHERE dataset_no = {dataset:UInt32} AND version = {version:UInt32} AND edition = {edition:UInt32}
        AND row IN (SELECT toUInt32(row) FROM ${leadTable(datasetNo, version)})
      GROUP BY column`,
    params: { dataset: datasetNo, version, edition },
    row: markRow,
  })
  return new Map(rows.map(({ column, count }) => [column, count]))
}

async function readImports(db: Tx, dictId: string): Promise<DatasetQuality['imports']> {
  const rows = await db
    .select({ report: imports.report, endedAt: imports.endedAt, startedAt: imports.startedAt })
    .from(imports)
    .where(and(eq(imports.dictId, dictId), eq(imports.state, 'done')))
    .orderBy(desc(imports.version))
    .limit(IMPORTS)
  return rows.flatMap(({ report, endedAt, startedAt }) => {
    if (!report) return []
    const { version, rowsIn, rowsStored, rowsRejected, rowsOptedOut, duplicates, changes, unreadable } =
      report
    const importedAt = (endedAt ?? startedAt).toISOString()
    const counts = { rowsIn, rowsStored, rowsRejected, rowsOptedOut, duplicates, ...changes }
    return [{ version, importedAt, ...counts, unreadable }]
  })
}
