import { dropTables } from '@freeor/clickhouse/drop-tables'
import type { Log, Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { doEach } from '@freeor/postgres/do-each'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { businessTables } from '../../businesses/business-tables.ts'
import { leadTable, suggestTable } from '../../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../../dictionaries/tables.ts'
import { forgetMarks } from '../../do-not-call/sweep-registry.ts'
import { forgetMatches } from '../../own-lists/sweep-own-lists.ts'
import { forgetSuppressed } from '../../suppression/sweep-suppression.ts'
import { failUnattended } from '../records/end-unattended.ts'
import { imports } from '../tables.ts'

type SweepDeps = { readonly db: Database; readonly olap: Olap; readonly clock: Clock; readonly log: Log }

/** Drops the tables of one version, whole or half written. */
export async function dropVersion(olap: Olap, datasetNo: number, version: number): Promise<void> {
  const lead = leadTable(datasetNo, version)
  const work = ['twice', 'again', 'others', 'mended'].map((name) => `${lead}_${name}`)
  const own = [lead, ...work, suggestTable(datasetNo, version)]
  await dropTables(olap, [...own, ...businessTables(datasetNo, version)])
  await forgetSuppressed(olap, { datasetNo, version })
  await forgetMarks(olap, { datasetNo, version })
  await forgetMatches(olap, { datasetNo, version })
}

/**
 * Drops every lead table (of one dataset, or of all) that belongs to no stored version and no running import: what a
 * kill left behind, and versions that were removed.
 */
export async function sweepTables({ db, olap, log }: Omit<SweepDeps, 'clock'>, only?: number): Promise<void> {
  // Before the records: a table is made after its import is recorded, so every table listed here has its record below.
  const tables = await olap.ask({
    sql: "SELECT name FROM system.tables WHERE database = 'freeor' AND match(name, '^(leads|suggest|businesses|packed)_[0-9]+_v[0-9]+')",
    pool: 'writer',
    row: z.object({ name: z.string() }),
  })
  const running = await db
    .select({ datasetNo: datasets.datasetNo, version: imports.version })
    .from(imports)
    .innerJoin(datasets, eq(datasets.dictId, imports.dictId))
    .where(eq(imports.state, 'running'))
  // After the running imports: one that is published in between is in both lists, not in neither.
  const stored = await db
    .select({ datasetNo: datasets.datasetNo, version: datasetVersions.version })
    .from(datasetVersions)
    .innerJoin(datasets, eq(datasets.dictId, datasetVersions.dictId))
  const wanted = new Set([...stored, ...running].map(({ datasetNo, version }) => `${datasetNo}_v${version}`))
  const orphans = tables.filter(({ name }) => {
    const [, which = '', datasetNo] = /_((\d+)_v\d+)/.exec(name) ?? []
    // Packed rows were tables until they became files (117).
    const isWanted = wanted.has(which) && !name.startsWith('packed_')
    return !isWanted && (only === undefined || Number(datasetNo) === only)
  })
  // A table that cannot be dropped is left for the next sweep: it stops neither the others nor a start.
  const left = await doEach(
    orphans,
    ({ name }) => name,
    async ({ name }) => {
      log('A table that no version needs is dropped', { table: name })
      await olap.write(`DROP TABLE IF EXISTS freeor.${name} SYNC`)
    },
  )
  for (const { name, error } of left)
    log('A table could not be dropped', { table: name, error: String(error) })
}

/**
 * At the start of a process that has not joined another one's engines: ends imports that a kill cut short and drops
 * what they left. `isAlone` when no other process can be on the database, as the data folder's lock shows.
 */
export async function sweepImports(deps: SweepDeps, { isAlone }: { isAlone: boolean }): Promise<void> {
  await failUnattended(deps, isAlone)
  await sweepTables(deps)
}
