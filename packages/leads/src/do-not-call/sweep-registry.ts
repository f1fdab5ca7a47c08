import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gte, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { prepareRegistryTables } from './prepare-marks.ts'
import { listEditionsUnderWay } from './queries.ts'
import { changesTable, markedVersionsTable, numbersTable, rowsTable } from './registry-tables.ts'
import { doNotCallEditions } from './tables.ts'

type Deps = { readonly db: Tx; readonly olap: Olap; readonly clock: Clock }

const dayMs = 24 * 3_600_000

const editionRow = z.object({ edition: z.coerce.number() })
const versionRow = z.object({ datasetNo: z.coerce.number(), version: z.coerce.number() })

/** Removes what an edition has in the engine. */
export async function dropEdition(olap: Olap, edition: number): Promise<void> {
  for (const table of [numbersTable, changesTable])
    await olap.write(`ALTER TABLE ${table} DROP PARTITION ${Math.trunc(edition)}`)
  for (const table of [markedVersionsTable, rowsTable])
    await olap.write(`DELETE FROM ${table} WHERE edition = {edition:UInt32}`, { edition })
}

/**
 * Removes from the engine the editions that have not been in force for a day and mark no file under way, those whose
 * import was cut off, and the marks of versions that are no longer kept; for a daily job. @returns how many editions
 */
export async function sweepRegistry({ db, olap, clock }: Deps): Promise<number> {
  await prepareRegistryTables(olap)
  const before = new Date(clock.now().getTime() - dayMs)
  const isCutOff = and(eq(doNotCallEditions.state, 'reading'), lt(doNotCallEditions.createdAt, before))
  await db.delete(doNotCallEditions).where(isCutOff)
  const stored = await olap.ask({
    sql: `SELECT DISTINCT edition FROM ${numbersTable} UNION DISTINCT SELECT DISTINCT edition FROM ${changesTable}
      UNION DISTINCT SELECT DISTINCT edition FROM ${markedVersionsTable}`,
    row: editionRow,
  })
  const kept = await db
    .select({ edition: doNotCallEditions.edition })
    .from(doNotCallEditions)
    .where(
      or(
        eq(doNotCallEditions.state, 'current'),
        eq(doNotCallEditions.state, 'reading'),
        gte(doNotCallEditions.pastSince, before),
      ),
    )
  const wanted = new Set([...kept.map(({ edition }) => edition), ...(await listEditionsUnderWay(db))])
  const gone = stored.map(({ edition }) => edition).filter((edition) => !wanted.has(edition))
  for (const edition of gone) await dropEdition(olap, edition)
  await sweepVersions({ db, olap })
  return gone.length
}

async function sweepVersions({ db, olap }: Pick<Deps, 'db' | 'olap'>): Promise<void> {
  const stored = await olap.ask({
    sql: `SELECT DISTINCT dataset_no AS datasetNo, version FROM ${markedVersionsTable}`,
    row: versionRow,
  })
  if (stored.length === 0) return
  const kept = await db
    .select({ datasetNo: datasets.datasetNo, version: datasetVersions.version })
    .from(datasetVersions)
    .innerJoin(datasets, eq(datasets.dictId, datasetVersions.dictId))
  const wanted = new Set(kept.map(({ datasetNo, version }) => `${datasetNo}/${version}`))
  for (const one of stored) if (!wanted.has(`${one.datasetNo}/${one.version}`)) await forgetMarks(olap, one)
}

/** Removes the marks of one version: before the version is written anew, and after it is gone. */
export async function forgetMarks(
  olap: Olap,
  { datasetNo, version }: { readonly datasetNo: number; readonly version: number },
): Promise<void> {
  await prepareRegistryTables(olap)
  for (const table of [markedVersionsTable, rowsTable])
    await olap.write(
      `DELETE FROM ${table} WHERE dataset_no = {dataset:UInt32} AND version = {version:UInt32}`,
      { dataset: datasetNo, version },
    )
}
