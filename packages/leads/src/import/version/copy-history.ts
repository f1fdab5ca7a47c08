import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { countRows } from '../../dictionaries/count-rows.ts'
import { type LeadHistory, leadTable } from '../../dictionaries/lead-table.ts'
import { hashRanges } from '../../hash-ranges.ts'
import { finishCaps, finishSettings } from './engine-settings.ts'
import type { VersionTables } from './finish-version.ts'

const historyRow = z.object({ firstSeen: z.coerce.number(), changed: z.coerce.number() })

/** Leads of the version before that are held in memory at a time. */
const leadsAtOnce = 2_000_000

/**
 * The history that most leads of the version before have; of a first version, that they are new. All leads of a version
 * are written with it, so that `copyHistory` need only mend those that have another.
 */
export async function readUsualHistory(
  olap: Olap,
  { datasetNo, version, previous }: VersionTables,
): Promise<LeadHistory> {
  const isNew = { firstSeen: version, changed: version }
  if (previous === 0) return isNew
  const [usual] = await olap.ask({
    sql: `SELECT first_seen AS firstSeen, changed FROM ${leadTable(datasetNo, previous)}
      GROUP BY first_seen, changed ORDER BY count() DESC, first_seen, changed LIMIT 1`,
    pool: 'writer',
    caps: finishCaps,
    row: historyRow,
  })
  return usual ?? isNew
}

/**
 * Gives each lead of a written version the history it has: that of the version before, by its id, changed where its
 * content differs. The ids are compared in ranges, so any number of leads takes the same memory.
 * @param written what `readUsualHistory` gave, which all leads were written with
 */
export async function copyHistory(
  olap: Olap,
  tables: VersionTables,
  { written, atOnce = leadsAtOnce }: { written: LeadHistory; atOnce?: number },
): Promise<void> {
  if (tables.previous === 0) return
  const table = leadTable(tables.datasetNo, tables.version)
  const [others, mended] = [`${table}_others`, `${table}_mended`]
  const columns = 'lead_id UInt64, first_seen UInt32, changed UInt32'
  const write = async (sql: string) => await olap.write(sql, {}, { settings: finishSettings })
  await write(`DROP TABLE IF EXISTS ${others}`)
  await write(`CREATE TABLE ${others} (${columns}) ENGINE = MergeTree ORDER BY lead_id`)
  const before = await countRows(olap, leadTable(tables.datasetNo, tables.previous))
  for (const range of hashRanges('lead_id', before, atOnce))
    await write(`INSERT INTO ${others} ${selectOthers(tables, written, range)}`)
  const count = await countRows(olap, others)
  for (const range of count > 0 ? hashRanges('lead_id', count, atOnce) : []) {
    await write(`DROP TABLE IF EXISTS ${mended}`)
    // Held in memory, where every part looks its leads up. Kept on disk too: an engine that was started again in
    // between would find no lead in it, and mend none.
    await write(`CREATE TABLE ${mended} (${columns}) ENGINE = Join(ANY, LEFT, lead_id)`)
    await write(`INSERT INTO ${mended} SELECT * FROM ${others} WHERE ${range}`)
    const of = (column: string) => `joinGet('${mended}', '${column}', lead_id)`
    // No version has number 0: that is what is found for a lead that is not there.
    await write(`ALTER TABLE ${table} UPDATE first_seen = ${of('first_seen')}, changed = ${of('changed')}
      WHERE ${range} AND ${of('first_seen')} > 0 SETTINGS mutations_sync = 1`)
    await write(`DROP TABLE ${mended}`)
  }
  await write(`DROP TABLE ${others}`)
}

/** The leads of a range of ids that have another history than they were written with. */
function selectOthers(
  { datasetNo, version, previous }: VersionTables,
  written: LeadHistory,
  range: string,
): string {
  return `SELECT lead_id, since, last FROM
    (SELECT lead.lead_id AS lead_id, if(old.here = 1, old.first_seen, toUInt32(${version})) AS since,
      if(old.here = 1 AND old.content = lead.content, old.changed, toUInt32(${version})) AS last
      FROM (SELECT lead_id, content FROM ${leadTable(datasetNo, version)} WHERE ${range}) AS lead LEFT ANY JOIN
      (SELECT lead_id, content, first_seen, changed, 1 AS here FROM ${leadTable(datasetNo, previous)}
        WHERE ${range}) AS old
      ON lead.lead_id = old.lead_id)
    WHERE since != ${written.firstSeen} OR last != ${written.changed}`
}
