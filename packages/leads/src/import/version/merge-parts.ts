import { setTimeout as delay } from 'node:timers/promises'
import type { Log, Olap } from '@freeor/clickhouse/olap'
import type { Database } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { leadTable } from '../../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../../dictionaries/tables.ts'
import { fitNumbers } from './fit-numbers.ts'

const partsRow = z.object({ name: z.string(), parts: z.coerce.number() })
const stateRow = z.object({ parts: z.coerce.number(), merges: z.coerce.number() })

/**
 * Up to 127 parts the engine merges column by column. More of them it reads at once, all columns of all parts: 376
 * parts of 100 million leads took 6 GiB of memory and more than 20,000 open files, and searches failed meanwhile.
 */
const MOST_AT_ONCE = 100
/** What the engine usually merges at most. The table of a version has one byte, so that nothing of it is merged. */
const USUAL_BYTES = 150 * 2 ** 30
const LOOK_EVERY_MS = 200

/**
 * Merges each serving version's table into one part; gives how many tables needed it. An import stores its rows in
 * blocks as they come and serves right away: every block is a part that each search opens, and a place has leads in
 * each part. Waiting for this before serving would multiply the time of an import. Its numbers are made narrow first, so
 * that a table of one part has narrow ones. It can safely be cut short and repeated.
 */
export async function mergeParts(deps: MergeDeps, mostAtOnce = MOST_AT_ONCE): Promise<number> {
  const { db, olap, log, signal } = deps
  const serving = await db
    .select({
      datasetNo: datasets.datasetNo,
      version: datasetVersions.version,
      columns: datasetVersions.columns,
    })
    .from(datasets)
    .innerJoin(
      datasetVersions,
      and(eq(datasetVersions.dictId, datasets.dictId), eq(datasetVersions.version, datasets.currentVersion)),
    )
    .where(gt(datasets.currentVersion, 0))
  const scattered = await olap.ask({
    sql: `SELECT concat(database, '.', table) AS name, count() AS parts FROM system.parts
      WHERE active AND database = 'freeor' AND table LIKE 'leads\\_%' GROUP BY name HAVING parts > 1`,
    pool: 'writer',
    row: partsRow,
  })
  const partsOf = new Map(scattered.map(({ name, parts }) => [name, parts]))
  const due = serving.flatMap((version) => {
    const name = leadTable(version.datasetNo, version.version)
    const parts = partsOf.get(name)
    return parts === undefined ? [] : [{ version, name, parts }]
  })
  throwFailures(
    await doEach(
      due,
      ({ name }) => name,
      async ({ version, name, parts }) => {
        log('The parts of a version are merged', { table: name, parts })
        await fitNumbers(olap, version)
        if (parts > mostAtOnce) await mergeSome(deps, name, mostAtOnce)
        await olap.write(`OPTIMIZE TABLE ${name} FINAL`, {}, { ...(signal && { signal }) })
      },
    ),
  )
  return due.length
}

/**
 * Merges `mostAtOnce` parts at a time until no more than so many are left. The engine's own merges help, as far as its
 * pool has room: it may have taken the parts before a statement does, which then merges nothing.
 * @throws Error when parts are left and nothing merges them, e.g. for want of room on the disk
 */
async function mergeSome({ olap, signal }: MergeDeps, table: string, mostAtOnce: number): Promise<void> {
  const look = async () => {
    const [state] = await olap.ask({
      sql: `SELECT (SELECT count() FROM system.parts WHERE active AND concat(database, '.', table) = '${table}') AS parts,
        (SELECT count() FROM system.merges WHERE concat(database, '.', table) = '${table}') AS merges`,
      pool: 'writer',
      row: stateRow,
    })
    return state ?? { parts: 0, merges: 0 }
  }
  const allow = async (bytes: number) =>
    await olap.write(`ALTER TABLE ${table} MODIFY SETTING
      max_parts_to_merge_at_once = ${mostAtOnce}, max_bytes_to_merge_at_max_space_in_pool = ${bytes}`)
  await allow(USUAL_BYTES)
  try {
    let before = await look()
    while (before.parts > mostAtOnce) {
      await olap.write(`OPTIMIZE TABLE ${table}`, {}, { ...(signal && { signal }) })
      const now = await look()
      if (now.parts >= before.parts && now.merges === 0)
        throw new Error(`The engine merges none of the ${now.parts} parts of ${table}`)
      before = now
      await delay(LOOK_EVERY_MS, undefined, { signal })
    }
  } finally {
    // What it has begun goes on; nothing more is begun beside the statements of `mergeParts`.
    await allow(1)
  }
}

type MergeDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly log: Log
  readonly signal?: AbortSignal
}
