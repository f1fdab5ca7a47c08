import type { Olap } from '@freeor/clickhouse/olap'
import type { Tx } from '@freeor/postgres/database'
import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { optOutListId } from '../opt-outs/opted-out-leads.ts'
import { prepareSuppressionTables } from './prepare-tables.ts'
import { entriesTable, suppressedLeadsTable, suppressedVersionsTable } from './suppressed-leads.ts'
import { suppressionLists } from './tables.ts'
import { removeEntries } from './write-entries.ts'

type Deps = { readonly db: Tx; readonly olap: Olap }

const idRow = z.object({ id: z.string() })
const versionRow = z.object({ datasetNo: z.coerce.number(), version: z.coerce.number() })

/**
 * Removes from the engine what lists that are gone and versions that are no longer kept have there; for a daily job.
 * @returns how many lists
 */
export async function sweepSuppression({ db, olap }: Deps): Promise<number> {
  await prepareSuppressionTables(olap)
  const stored = await olap.ask({ sql: `SELECT DISTINCT list_id AS id FROM ${entriesTable}`, row: idRow })
  const ids = stored.map(({ id }) => id)
  const kept = new Set(
    (
      await db
        .select({ id: suppressionLists.id })
        .from(suppressionLists)
        .where(inArray(suppressionLists.id, ids))
    ).map(({ id }) => id),
  )
  const gone = ids.filter((id) => !kept.has(id) && id !== optOutListId)
  if (gone.length > 0) {
    await removeEntries(olap, gone)
    for (const table of [suppressedVersionsTable, suppressedLeadsTable])
      await olap.write(`DELETE FROM ${table} WHERE list_id IN {gone:Array(String)}`, { gone })
  }
  await sweepVersions({ db, olap })
  return gone.length
}

async function sweepVersions({ db, olap }: Deps): Promise<void> {
  const stored = await olap.ask({
    sql: `SELECT DISTINCT dataset_no AS datasetNo, version FROM ${suppressedVersionsTable}`,
    row: versionRow,
  })
  if (stored.length === 0) return
  const kept = await db
    .select({ datasetNo: datasets.datasetNo, version: datasetVersions.version })
    .from(datasetVersions)
    .innerJoin(datasets, eq(datasets.dictId, datasetVersions.dictId))
  const wanted = new Set(kept.map(({ datasetNo, version }) => `${datasetNo}/${version}`))
  for (const one of stored)
    if (!wanted.has(`${one.datasetNo}/${one.version}`)) await forgetSuppressed(olap, one)
}

/** Removes what lists mean in one version: before the version is written anew, and after it is gone. */
export async function forgetSuppressed(
  olap: Olap,
  { datasetNo, version }: { datasetNo: number; version: number },
): Promise<void> {
  await prepareSuppressionTables(olap)
  for (const table of [suppressedVersionsTable, suppressedLeadsTable])
    await olap.write(
      `DELETE FROM ${table} WHERE dataset_no = {dataset:UInt32} AND version = {version:UInt32}`,
      { dataset: datasetNo, version },
    )
}
