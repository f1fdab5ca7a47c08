import type { Olap } from '@freeor/clickhouse/olap'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { businessTable } from '../businesses/business-tables.ts'
import { countStored } from '../businesses/read-businesses.ts'
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
/** Years that are told of one by one; more are told as decades, and more decades as centuries, the latest. */
const YEARS = 40

type Asking = { readonly db: Tx; readonly olap: Olap }
type Figures = Pick<DatasetQuality, 'leads' | 'businesses' | 'unplaced' | 'columns'>

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
const yearSteps = [1, 10, 100] as const
const yearRow = z.object({
  column: z.string(),
  each: z.union(yearSteps.map((step) => z.literal(step))),
  year: z.coerce.number(),
  count: z.coerce.number(),
})
type YearRow = z.infer<typeof yearRow>

/** The finest of years, decades and centuries that are few enough; of too many centuries the latest. */
function yearsOf(rows: readonly YearRow[]): Pick<ColumnQuality, 'yearsEach' | 'years'> {
  const of = (step: (typeof yearSteps)[number]) => rows.filter(({ each }) => each === step)
  const yearsEach = yearSteps.find((step) => of(step).length <= YEARS) ?? 100
  return {
    yearsEach,
    years: of(yearsEach)
      .map(({ year, count }) => ({ year, count }))
      .slice(-YEARS),
  }
}

const joinedRow = z.object({ leads: z.coerce.number(), businesses: z.coerce.number() })

/** Of the leads of a version, those that are a business with others, and how many businesses these are. */
async function countJoined(olap: Olap, datasetNo: number, version: number) {
  if ((await countStored(olap, datasetNo, version)) === undefined) return null
  const table = businessTable(datasetNo, version)
  const [row] = await olap.ask({
    sql: `SELECT uniqExact(lead_id) AS leads, uniqExact(business_id) AS businesses FROM ${table}
      WHERE lead_id IN (SELECT lead_id FROM ${leadTable(datasetNo, version)} WHERE lead_id IN (SELECT lead_id FROM ${table}))`,
    row: joinedRow,
  })
  return row ?? { leads: 0, businesses: 0 }
}
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
  const [rows, years, marks, joined] = await Promise.all([
    olap.ask({ sql: `SELECT [${counts.join(', ')}] AS counts FROM ${table}`, row: countsRow }),
    countYears(olap, table, columns),
    edition === undefined ? undefined : countMarks(olap, { datasetNo, version, columns }, edition),
    countJoined(olap, datasetNo, version),
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
      ...yearsOf(years.filter((row) => row.column === key)),
    }
  }
  // A lead that opted out between two statements is missing in the later one.
  const businesses = joined && Math.max(0, leads - joined.leads + joined.businesses)
  return { leads, businesses, unplaced, columns: columns.map(qualityOf) }
}

async function countYears(olap: Olap, table: string, columns: readonly Column[]) {
  const selects = columns.filter(hasYears).flatMap((column) => {
    const name = columnName(column)
    const year = column.kind === 'date' ? `toYear(${name})` : `floor(${name})`
    return yearSteps.map(
      (step) => `SELECT * FROM (SELECT '${column.key}' AS column, ${step} AS each,
        toInt64(floor(${year} / ${step}) * ${step}) AS year, count() AS count FROM ${table}
        WHERE isNotNull(${name}) GROUP BY year ORDER BY year DESC LIMIT ${YEARS + 1})`,
    )
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
    const { rejectedBy = null } = report
    const importedAt = (endedAt ?? startedAt).toISOString()
    const counts = { rowsIn, rowsStored, rowsRejected, rowsOptedOut, rejectedBy, duplicates, ...changes }
    return [{ version, importedAt, ...counts, unreadable }]
  })
}
