import { dropTables } from '@freeor/clickhouse/drop-tables'
import type { Log, Olap } from '@freeor/clickhouse/olap'
import type { Database } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, eq, gte } from 'drizzle-orm'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import type { Column } from '../schema.ts'
import { createPackedTable, packedTable, pageColumns, unfinishedTable } from './packed-table.ts'

type PackDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly log: Log
  /** Tables of which the log was told that they found no room, so that it is told once. */
  readonly withoutRoom?: Set<string>
  readonly signal?: AbortSignal
}

type PackOptions = {
  /** In a smaller version a page comes as quickly from its own table; 100,000 unless told. */
  readonly leastRows?: number
  /** Bytes of the engine's disk that stay free while rows are packed; 2 GiB unless told. */
  readonly keepFree?: number
}

const LEAST_ROWS = 100_000
const KEEP_FREE = 2 * 2 ** 30
/** Leads whose packed texts are measured to tell how much room all of them need. */
const MEASURED_LEADS = 1_000

const caps = { seconds: 3_600, bytes: 2 ** 30 }
const settings = {
  output_format_json_quote_64bit_integers: 1,
  // Parts of so many rows or bytes, which are merged afterwards: sorting ten million texts takes more memory than there is.
  min_insert_block_size_rows: 65_536,
  min_insert_block_size_bytes: 64 << 20,
  max_block_size: 8_192,
  max_threads: 1,
  max_insert_threads: 1,
}

const countRow = z.object({ leads: z.coerce.number() })

/**
 * Packs the rows of each serving version that has none packed; gives how many were. May be cut short and repeated.
 * A version whose leads were removed meanwhile is packed again: a packed row outlives no lead. A version that
 * the disk has no room for is left out, and its own table goes on answering.
 */
export async function packRows(
  deps: PackDeps,
  { leastRows = LEAST_ROWS, keepFree = KEEP_FREE }: PackOptions = {},
): Promise<number> {
  const serving = await deps.db
    .select({
      datasetNo: datasets.datasetNo,
      version: datasets.currentVersion,
      columns: datasetVersions.columns,
    })
    .from(datasets)
    .innerJoin(
      datasetVersions,
      and(
        eq(datasetVersions.dictId, datasets.dictId),
        eq(datasetVersions.version, datasets.currentVersion),
        gte(datasetVersions.rows, leastRows),
      ),
    )
  let packed = 0
  throwFailures(
    await doEach(
      serving,
      ({ datasetNo, version }) => leadTable(datasetNo, version),
      async (version) => {
        if (await pack(deps, version, keepFree)) packed += 1
      },
    ),
  )
  return packed
}

type Version = { readonly datasetNo: number; readonly version: number; readonly columns: readonly Column[] }

async function pack(
  { olap, log, withoutRoom, signal }: PackDeps,
  { datasetNo, version, columns }: Version,
  keepFree: number,
): Promise<boolean> {
  const [leads, table] = [leadTable(datasetNo, version), packedTable(datasetNo, version)]
  if (await isPacked(olap, { datasetNo, version })) {
    if ((await count(olap, table)) === (await count(olap, leads))) return false
    await dropTables(olap, [table])
  }
  const unfinished = unfinishedTable(datasetNo, version)
  await dropTables(olap, [unfinished])
  const { free, needed } = await measureRoom(olap, leads, columns)
  if (free < needed + keepFree) {
    if (!withoutRoom?.has(table))
      log('The disk has no room for the packed rows of a version: its own table answers', {
        table,
        free,
        needed,
      })
    withoutRoom?.add(table)
    return false
  }
  withoutRoom?.delete(table)
  const begun = performance.now()
  await olap.write(createPackedTable(unfinished))
  await olap.write(
    `INSERT INTO ${unfinished} SELECT row, lead_id, formatRowNoNewline('JSONEachRow', ${pageColumns(columns)})
      FROM ${leads}`,
    {},
    { settings, ...(signal && { signal }) },
  )
  await olap.write(`OPTIMIZE TABLE ${unfinished} FINAL`, {}, { ...(signal && { signal }) })
  if ((await count(olap, unfinished)) !== (await count(olap, leads))) {
    await dropTables(olap, [unfinished])
    return false
  }
  await olap.write(`RENAME TABLE ${unfinished} TO ${table}`)
  // Whoever removed leads before this did not see the table: it is made again then.
  if ((await count(olap, table)) !== (await count(olap, leads))) {
    await dropTables(olap, [table])
    return false
  }
  log('The rows of a version are packed', { table, ms: Math.round(performance.now() - begun) })
  return true
}

const roomRow = z.object({ free: z.coerce.number(), needed: z.coerce.number() })

/**
 * Bytes that are free on the engine's disk, and those that packing may need: the texts are written in parts and merged,
 * so they lie there twice for a while, each time compressed to less than half.
 */
async function measureRoom(
  olap: Olap,
  leads: string,
  columns: readonly Column[],
): Promise<z.output<typeof roomRow>> {
  const shown = pageColumns(columns)
  const sql = `SELECT (SELECT min(unreserved_space) FROM system.disks) AS free,
      (SELECT count() FROM ${leads}) * (SELECT avg(length(formatRowNoNewline('JSONEachRow', ${shown})))
        FROM (SELECT ${shown} FROM ${leads} LIMIT ${MEASURED_LEADS})) AS needed`
  const [room] = await olap.ask({ sql, pool: 'writer', row: roomRow, caps })
  return room ?? { free: 0, needed: 0 }
}

async function count(olap: Olap, table: string): Promise<number> {
  const sql = `SELECT count() AS leads FROM ${table}`
  const [found] = await olap.ask({ sql, pool: 'writer', row: countRow, caps })
  return found?.leads ?? 0
}

const nameRow = z.object({ name: z.string() })

/** Whether a version has packed rows now. */
export async function isPacked(
  olap: Pick<Olap, 'ask'>,
  { datasetNo, version }: Pick<Version, 'datasetNo' | 'version'>,
): Promise<boolean> {
  const [, name = ''] = packedTable(datasetNo, version).split('.')
  const found = await olap.ask({
    sql: "SELECT name FROM system.tables WHERE database = 'freeor' AND name = {name:String}",
    params: { name },
    pool: 'writer',
    row: nameRow,
  })
  return found.length > 0
}

/** Removes leads from the packed rows of a version, where it has any. @param ids a SELECT of their ids */
export async function removePacked(
  olap: Olap,
  version: Pick<Version, 'datasetNo' | 'version'>,
  { sql, params }: { readonly sql: string; readonly params: Readonly<Record<string, number>> },
): Promise<void> {
  if (!(await isPacked(olap, version))) return
  await olap.write(
    `DELETE FROM ${packedTable(version.datasetNo, version.version)} WHERE lead_id IN (${sql})`,
    params,
  )
}
