import type { Log, Olap } from '@freeor/clickhouse/olap'
import type { Database } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { gt } from 'drizzle-orm'
import { z } from 'zod'
import { leadTable } from '../../dictionaries/lead-table.ts'
import { datasets } from '../../dictionaries/tables.ts'

const partsRow = z.object({ name: z.string(), parts: z.coerce.number() })

/**
 * Merges each serving version's table into one part; gives how many tables needed it. An import stores its rows in
 * blocks as they come and serves right away: every block is a part that each search opens, and a place has leads in
 * each part. Waiting for this before serving would double the time of an import. It can safely be cut short and
 * repeated.
 */
export async function mergeParts({ db, olap, log, signal }: MergeDeps): Promise<number> {
  const serving = await db
    .select({ datasetNo: datasets.datasetNo, version: datasets.currentVersion })
    .from(datasets)
    .where(gt(datasets.currentVersion, 0))
  const scattered = await olap.ask({
    sql: `SELECT concat(database, '.', table) AS name, count() AS parts FROM system.parts
      WHERE active AND database = 'freeor' AND table LIKE 'leads\\_%' GROUP BY name HAVING parts > 1`,
    pool: 'writer',
    row: partsRow,
  })
  const names = new Set(serving.map(({ datasetNo, version }) => leadTable(datasetNo, version)))
  const due = scattered.filter(({ name }) => names.has(name))
  throwFailures(
    await doEach(
      due,
      ({ name }) => name,
      async ({ name, parts }) => {
        log('The parts of a version are merged', { table: name, parts })
        await olap.write(`OPTIMIZE TABLE ${name} FINAL`, {}, { ...(signal && { signal }) })
      },
    ),
  )
  return due.length
}

type MergeDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly log: Log
  readonly signal?: AbortSignal
}
