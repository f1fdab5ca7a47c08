import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'

const caps = { seconds: 300, bytes: 2 ** 30 }
const countRow = z.object({ rows: z.coerce.number() })

/** The rows that a table of the engine has. The engine's own number has deleted ones too until their part is merged. */
export async function countRows(olap: Olap, table: string): Promise<number> {
  const sql = `SELECT count() AS rows FROM ${table}`
  const [found] = await olap.ask({ sql, pool: 'writer', caps, row: countRow })
  return found?.rows ?? 0
}

/** The parts that a version's table is stored in. */
export async function countParts(olap: Olap, table: string): Promise<number> {
  const sql = `SELECT count() AS rows FROM system.parts WHERE active AND concat(database, '.', table) = {table:String}`
  const [found] = await olap.ask({ sql, params: { table }, pool: 'writer', caps, row: countRow })
  return found?.rows ?? 0
}
