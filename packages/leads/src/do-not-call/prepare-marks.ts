import type { Olap } from '@freeor/clickhouse/olap'
import { onceAnEngine } from '@freeor/clickhouse/once-an-engine'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { AppError } from '@freeor/kernel/errors'
import { openLimiter } from '@freeor/kernel/limiter'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { leadsCaches, leadsLimits } from '../limits.ts'
import type { Column } from '../schema.ts'
import type { MatchedVersion } from '../suppression/find-meant-leads.ts'
import { findEdition } from './queries.ts'
import {
  createRegistryTables,
  type Marks,
  markedVersionsTable,
  numbersSql,
  numbersTable,
  rowsTable,
} from './registry-tables.ts'

/** Makes the engine's tables of the registry, once a process. */
export const prepareRegistryTables = onceAnEngine(async (olap) => {
  for (const sql of createRegistryTables) await olap.write(sql)
})

/** The versions that are known to be marked in an engine. */
const knownOf = cachePerOwner<Olap, true, []>(() => new Cache<true>(leadsCaches.marked))
const marking = openLimiter(leadsLimits.matching)

/** The columns that hold telephone numbers. */
export const phoneColumns = (columns: readonly Column[]): Column[] =>
  columns.filter(({ kind }) => kind === 'phone')

/**
 * The marks of a version under an edition, after the engine has them. A new version, or a new edition, is marked by the
 * first who asks; a job asks first.
 */
export async function prepareMarks(olap: Olap, version: MatchedVersion, edition: number): Promise<Marks> {
  const marks = { datasetNo: version.datasetNo, version: version.version, edition }
  const key = `${edition}/${marks.datasetNo}/${marks.version}`
  const known = knownOf(olap)
  if (known.get(key)) return marks
  await marking.run({ key }, async () => {
    if (known.get(key)) return
    await prepareRegistryTables(olap)
    if (!(await isStored(olap, marks))) await storeMarks(olap, version, marks)
    known.set(key, true)
  })
  return marks
}

/** The marks of a version under the edition in force; undefined without a registry. */
export async function prepareCurrentMarks(
  { db, olap }: { readonly db: Tx; readonly olap: Olap },
  version: MatchedVersion,
): Promise<Marks | undefined> {
  const edition = await findEdition(db)
  return edition && (await prepareMarks(olap, version, edition.edition))
}

/**
 * The marks that a file was ordered with are still there: without them each number would seem to be on no registry.
 * @throws AppError internal
 */
export async function requireMarks(olap: Olap, marks: Marks): Promise<void> {
  await prepareRegistryTables(olap)
  if (!(await isStored(olap, marks)))
    throw new AppError(
      'internal',
      `Edition ${marks.edition} of the do-not-call registry marks nothing any more`,
    )
}

const countRow = z.object({ count: z.coerce.number() })

async function isStored(olap: Olap, { datasetNo, version, edition }: Marks): Promise<boolean> {
  const [row] = await olap.ask({
    sql: `SELECT count() AS count FROM ${markedVersionsTable}
      WHERE dataset_no = {dataset:UInt32} AND version = {version:UInt32} AND edition = {edition:UInt32}`,
    params: { dataset: datasetNo, version, edition },
    row: countRow,
  })
  return (row?.count ?? 0) > 0
}

/**
 * Only those numbers of the registry are held in memory that occur in the version: the whole one has some 250 million.
 * Doing it twice at the same time does no harm: rows are read as a set.
 */
async function storeMarks(olap: Olap, { columns }: MatchedVersion, marks: Marks): Promise<void> {
  const { datasetNo, version, edition } = marks
  const params = { dataset: datasetNo, version, edition }
  const table = leadTable(datasetNo, version)
  for (const column of phoneColumns(columns)) {
    const numbers = `SELECT row, arrayJoin(${numbersSql(column)}) AS number FROM ${table}`
    await olap.write(
      `INSERT INTO ${rowsTable} (dataset_no, version, edition, column, row)
        SELECT {dataset:UInt32}, {version:UInt32}, {edition:UInt32}, '${column.key}', toUInt32(row) FROM (${numbers})
        WHERE number IN (SELECT number FROM ${numbersTable} WHERE edition = {edition:UInt32}
          AND number IN (SELECT DISTINCT number FROM (${numbers})))`,
      params,
    )
  }
  await olap.write(
    `INSERT INTO ${markedVersionsTable} SELECT {dataset:UInt32}, {version:UInt32}, {edition:UInt32}`,
    params,
  )
}
