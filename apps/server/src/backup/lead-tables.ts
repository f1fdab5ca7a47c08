import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import type { Manifest } from './manifest.ts'

export type LeadTable = Omit<Manifest['leadTables'][number], 'member'>

const isVersion = /^(?:leads|suggest|businesses)_(\d+_v\d+)$/

/** A copy of what PostgreSQL has, made again where it is missing. An older one than PostgreSQL's would mislead. */
const copiedTable = 'lead_notes'

/**
 * The tables of the search engine that a copy needs: those of the versions in `served` (`7_v3`) and all that belong to
 * no version, such as the frozen ids of downloads.
 * @throws Error when the leads of a served version are not there (any more)
 */
export async function listLeadTables(olap: Olap, served: ReadonlySet<string>): Promise<LeadTable[]> {
  const tables = await olap.ask({
    sql: "SELECT name, create_table_query AS create FROM system.tables WHERE database = 'freeor' ORDER BY name",
    pool: 'writer',
    row: z.object({ name: z.string(), create: z.string() }),
  })
  const wanted = tables.filter(({ name }) => {
    if (name === copiedTable) return false
    const version = isVersion.exec(name)?.[1]
    return version === undefined ? !/_v\d+/.test(name) : served.has(version)
  })
  const names = new Set(wanted.map(({ name }) => name))
  for (const version of served)
    if (!names.has(`leads_${version}`))
      throw new Error(`The table leads_${version} is gone: an import ended meanwhile. Please run it again.`)
  const columns = await listColumns(olap)
  return wanted.map((table) => ({
    ...table,
    columns: (columns.get(table.name) ?? []).map(({ name, type }) => ({ name, type })),
  }))
}

/** Of every table in one statement: one each at the same time would be more than the engine takes. */
async function listColumns(olap: Olap) {
  const rows = await olap.ask({
    sql: `SELECT table, name, type FROM system.columns
      WHERE database = 'freeor' AND default_kind IN ('', 'DEFAULT') ORDER BY table, position`,
    pool: 'writer',
    row: z.object({ table: z.string(), name: z.string(), type: z.string() }),
  })
  return Map.groupBy(rows, ({ table }) => table)
}

const named = (name: string): string => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``
const literal = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`
const listed = ({ columns }: LeadTable): string => columns.map(({ name }) => named(name)).join(', ')

/** All rows of a table, in ClickHouse's native format. */
export async function readLeadTable(olap: Olap, table: LeadTable) {
  return await olap.stream({
    sql: `SELECT ${listed(table)} FROM freeor.${named(table.name)}`,
    format: 'Native',
    pool: 'writer',
    caps: { seconds: 7200, bytes: 2 ** 30 },
  })
}

/** Creates the table again with these rows. */
export async function replaceLeadTable(
  olap: Olap,
  table: LeadTable,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  await olap.write(`DROP TABLE IF EXISTS freeor.${named(table.name)} SYNC`)
  await olap.write(table.create)
  const structure = table.columns.map(({ name, type }) => `${named(name)} ${type}`).join(', ')
  await olap.insert({
    sql: `INSERT INTO freeor.${named(table.name)} (${listed(table)}) SELECT ${listed(table)} FROM input(${literal(structure)})`,
    format: 'Native',
    body,
  })
}

/** Drops every table of ours. */
export async function dropLeadTables(olap: Olap): Promise<void> {
  const tables = await olap.ask({
    sql: "SELECT name FROM system.tables WHERE database = 'freeor'",
    pool: 'writer',
    row: z.object({ name: z.string() }),
  })
  for (const { name } of tables) await olap.write(`DROP TABLE IF EXISTS freeor.${named(name)} SYNC`)
}
