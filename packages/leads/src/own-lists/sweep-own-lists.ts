import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { ownListMatchesTable } from '../query/own-lists.ts'
import { ownListMatchedTable, ownListRowsTable } from './own-list-tables.ts'
import { prepareOwnListTables } from './prepare-own-list.ts'
import { ownLists } from './tables.ts'

/** Removes what the engine has of lists: their rows, and what they were matched with. */
export async function removeRows(olap: Olap, lists: readonly string[]): Promise<void> {
  const gone = { gone: [...lists] }
  await olap.write(
    `DELETE FROM ${ownListMatchesTable} WHERE splitByChar('/', match_key)[1] IN {gone:Array(String)}`,
    gone,
  )
  for (const table of [ownListMatchedTable, ownListRowsTable])
    await olap.write(`DELETE FROM ${table} WHERE list_id IN {gone:Array(String)}`, gone)
}

const idRow = z.object({ id: z.string() })
const matchedRow = z.object({ datasetNo: z.coerce.number(), version: z.coerce.number(), key: z.string() })

/**
 * Removes from the engine what lists that are gone and versions that are no longer kept have there; for a daily job.
 * @returns how many lists
 */
export async function sweepOwnLists({ db, olap }: { db: Tx; olap: Olap }): Promise<number> {
  await prepareOwnListTables(olap)
  const stored = await olap.ask({ sql: `SELECT DISTINCT list_id AS id FROM ${ownListRowsTable}`, row: idRow })
  const ids = stored.map(({ id }) => id)
  const kept = await db
    .select({ id: ownLists.id })
    .from(ownLists)
    .where(and(inArray(ownLists.id, ids), isNull(ownLists.deletedAt)))
  const keptIds = new Set(kept.map(({ id }) => id))
  const gone = ids.filter((id) => !keptIds.has(id))
  if (gone.length > 0) await removeRows(olap, gone)
  await sweepMatches({ db, olap })
  return gone.length
}

async function sweepMatches({ db, olap }: { db: Tx; olap: Olap }): Promise<void> {
  const stored = await olap.ask({
    sql: `SELECT dataset_no AS datasetNo, version, match_key AS key FROM ${ownListMatchedTable}`,
    row: matchedRow,
  })
  if (stored.length === 0) return
  const kept = await db
    .select({ datasetNo: datasets.datasetNo, version: datasetVersions.version })
    .from(datasetVersions)
    .innerJoin(datasets, eq(datasets.dictId, datasetVersions.dictId))
  const wanted = new Set(kept.map(({ datasetNo, version }) => `${datasetNo}/${version}`))
  const keys = stored
    .filter(({ datasetNo, version }) => !wanted.has(`${datasetNo}/${version}`))
    .map(({ key }) => key)
  if (keys.length === 0) return
  for (const table of [ownListMatchedTable, ownListMatchesTable])
    await olap.write(`DELETE FROM ${table} WHERE match_key IN {keys:Array(String)}`, { keys })
}

/** Removes what lists were matched with in one version: before the version is written anew under a used number. */
export async function forgetMatches(
  olap: Olap,
  { datasetNo, version }: { datasetNo: number; version: number },
): Promise<void> {
  await prepareOwnListTables(olap)
  await olap.write(
    `DELETE FROM ${ownListMatchedTable} WHERE dataset_no = {dataset:UInt32} AND version = {version:UInt32}`,
    { dataset: datasetNo, version },
  )
}
