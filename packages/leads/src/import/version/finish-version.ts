import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { countRows } from '../../dictionaries/count-rows.ts'
import { fillSuggestTable } from '../../dictionaries/create-lead-table.ts'
import { columnName, isTextual, leadTable } from '../../dictionaries/lead-table.ts'
import { hashRanges } from '../../hash-ranges.ts'
import type { Column } from '../../schema.ts'
import { finishCaps, finishSettings } from './engine-settings.ts'
import { leadColumns } from './lead-select.ts'

export type VersionTables = {
  readonly datasetNo: number
  readonly version: number
  /** The version served until now; 0 when there is none. */
  readonly previous: number
  readonly columns: readonly Column[]
}

const count = z.coerce.number()

/** Leads that are counted by their id at a time. */
const leadsAtOnce = 4_000_000

/**
 * Tells leads that share an identity apart: all but the first get an id made of the identity and their place in the
 * order of their content. They keep it when a later file lists them in another order. Gives how many there were.
 */
export async function separateDuplicates(
  olap: Olap,
  tables: VersionTables,
  { atOnce = leadsAtOnce }: { atOnce?: number } = {},
): Promise<number> {
  const table = leadTable(tables.datasetNo, tables.version)
  const [twice, again] = [`${table}_twice`, `${table}_again`]
  await olap.write(`DROP TABLE IF EXISTS ${twice}`)
  await olap.write(`CREATE TABLE ${twice} (lead_id UInt64, times UInt64) ENGINE = MergeTree ORDER BY lead_id`)
  // Searched once: a group for every lead is the most expensive query on a version. Ids are hashes.
  for (const range of hashRanges('lead_id', await countRows(olap, table), atOnce))
    await olap.write(
      `INSERT INTO ${twice} SELECT lead_id, count() AS times FROM ${table} WHERE ${range} GROUP BY lead_id HAVING times > 1`,
      {},
      { settings: finishSettings },
    )
  const [found] = await olap.ask({
    sql: `SELECT sum(times) - count() AS extra FROM ${twice}`,
    pool: 'writer',
    row: z.object({ extra: count }),
  })
  const extra = found?.extra ?? 0
  if (extra > 0) await tellApart(olap, tables, { table, twice, again })
  await olap.write(`DROP TABLE ${twice}`)
  return extra
}

type DuplicateTables = { readonly table: string; readonly twice: string; readonly again: string }

async function tellApart(
  olap: Olap,
  tables: VersionTables,
  { table, twice, again }: DuplicateTables,
): Promise<void> {
  const others = leadColumns(tables.columns).filter((name) => name !== 'lead_id')
  await olap.write(`DROP TABLE IF EXISTS ${again}`)
  await olap.write(`CREATE TABLE ${again} AS ${table}`)
  const apart = `SELECT if(nth = 1, lead_id, sipHash64('again', lead_id, nth)) AS lead_id, ${others.join(', ')}
    FROM (SELECT *, row_number() OVER (PARTITION BY lead_id ORDER BY content, row) AS nth
      FROM ${table} WHERE lead_id IN (SELECT lead_id FROM ${twice}))`
  await olap.write(`INSERT INTO ${again} ${apart}`, {}, { settings: finishSettings })
  // Uses a table that does not change: each part runs the query anew, and rows already deleted from another part must
  // not matter.
  await olap.write(
    `ALTER TABLE ${table} DELETE WHERE row IN (SELECT row FROM ${again}) SETTINGS mutations_sync = 1`,
  )
  await olap.write(`INSERT INTO ${table} SELECT * FROM ${again}`)
  await olap.write(`DROP TABLE ${again}`)
}

export type VersionFacts = {
  readonly rows: number
  readonly bounds: [number, number, number, number] | null
  readonly fromColumns: number
  readonly fromZip: number
  readonly added: number
  readonly changed: number
  /** Non-blank cells per column key. */
  readonly filled: ReadonlyMap<string, number>
  /** Distinct values per key of a facet column, within 1 %. */
  readonly distinct: ReadonlyMap<string, number>
}

/** Counts what a written version holds. */
export async function readVersionFacts(olap: Olap, tables: VersionTables): Promise<VersionFacts> {
  const { datasetNo, version, columns } = tables
  const filled = columns.map((column, index) => {
    const name = columnName(column)
    return `${isTextual(column.kind) ? `countIf(${name} != '')` : `count(${name})`} AS n${index}`
  })
  const distinct = columns.flatMap((column, index) =>
    column.facet ? [`uniqCombined(${columnName(column)}) AS d${index}`] : [],
  )
  const perColumn = [...filled, ...distinct]
  const [facts] = await olap.ask({
    sql: `SELECT count() AS rows, countIf(p_source = 'column') AS from_columns, countIf(p_source = 'zip') AS from_zip,
      countIf(first_seen = ${version}) AS added, countIf(changed = ${version} AND first_seen != ${version}) AS altered,
      minIf(p_lon, p_source != 'none') AS west, minIf(p_lat, p_source != 'none') AS south,
      maxIf(p_lon, p_source != 'none') AS east, maxIf(p_lat, p_source != 'none') AS north
      ${perColumn.length > 0 ? `, ${perColumn.join(', ')}` : ''} FROM ${leadTable(datasetNo, version)}`,
    pool: 'writer',
    caps: finishCaps,
    row: z.record(z.string(), z.coerce.number()),
  })
  const get = (name: string): number => facts?.[name] ?? 0
  const placed = get('from_columns') + get('from_zip')
  return {
    rows: get('rows'),
    bounds: placed === 0 ? null : [get('west'), get('south'), get('east'), get('north')],
    fromColumns: get('from_columns'),
    fromZip: get('from_zip'),
    added: get('added'),
    changed: get('altered'),
    filled: new Map(columns.map(({ key }, index) => [key, get(`n${index}`)])),
    distinct: new Map(
      columns.flatMap(({ key, facet }, index) => (facet ? [[key, get(`d${index}`)] as const] : [])),
    ),
  }
}

/**
 * Each text of a column is counted, such as all names of companies: from tens of millions of leads on that would be the
 * most memory that an import takes, so it goes on on disk sooner.
 */
const suggestionSettings = { ...finishSettings, max_bytes_before_external_group_by: 300_000_000 } as const

/** Fills the version's suggestions. */
export async function writeSuggestions(
  olap: Olap,
  { datasetNo, version, columns }: VersionTables,
): Promise<void> {
  for (const statement of fillSuggestTable(datasetNo, version, columns))
    await olap.write(statement, {}, { settings: suggestionSettings })
}
