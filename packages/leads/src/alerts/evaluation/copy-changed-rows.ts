import { randomBytes } from 'node:crypto'
import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { leadTable } from '../../dictionaries/lead-table.ts'
import type { ChangedRows } from './scan.ts'

export type Versions = {
  readonly datasetNo: number
  readonly version: number
  /** The version that was compared last. */
  readonly since: number
  /** Whether its table is kept: without it only leads that were first seen since then are known to be new. */
  readonly isKept: boolean
}

const prefix = 'alert_rows_'
const HOUR_SECONDS = 3600

/**
 * Does work with copies of the leads that were added or changed since a version: thousands of searches read them, and a
 * dataset of millions is looked through once. The copies are dropped afterwards.
 */
export async function withChangedRows<T>(
  olap: Olap,
  { datasetNo, version, since, isKept }: Versions,
  work: (rows: ChangedRows) => Promise<T>,
): Promise<T> {
  const name = `freeor.${prefix}${randomBytes(8).toString('hex')}`
  const [now, before] = [`${name}_now`, `${name}_before`]
  const engine = 'ENGINE = MergeTree ORDER BY lead_id'
  try {
    await dropOldCopies(olap)
    await olap.write(
      `CREATE TABLE ${now} ${engine} AS SELECT * FROM ${leadTable(datasetNo, version)}
        WHERE ${isKept ? 'changed' : 'first_seen'} > ${Math.trunc(since)}`,
    )
    if (isKept)
      await olap.write(
        `CREATE TABLE ${before} ${engine} AS SELECT * FROM ${leadTable(datasetNo, since)}
          WHERE lead_id IN (SELECT lead_id FROM ${now})`,
      )
    return await work({ now, before: isKept ? before : undefined })
  } finally {
    for (const table of [now, before]) await olap.write(`DROP TABLE IF EXISTS ${table} SYNC`)
  }
}

/** What a process that was ended left behind. */
async function dropOldCopies(olap: Olap): Promise<void> {
  const old = await olap.ask({
    sql: `SELECT name FROM system.tables WHERE database = 'freeor' AND startsWith(name, '${prefix}')
      AND metadata_modification_time < now() - ${HOUR_SECONDS}`,
    pool: 'writer',
    row: z.object({ name: z.string() }),
  })
  for (const { name } of old) await olap.write(`DROP TABLE IF EXISTS freeor.${name} SYNC`)
}
