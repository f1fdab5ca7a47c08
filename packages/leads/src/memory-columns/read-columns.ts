import { inPieces } from '@freeor/clickhouse/in-pieces'
import type { Olap } from '@freeor/clickhouse/olap'
import { countRows } from '../dictionaries/count-rows.ts'
import { leadTable } from '../dictionaries/lead-table.ts'
import { caps, type PlannedColumn, planColumns, type VersionToKeep } from './plan-columns.ts'
import { cellName, type KeptColumn } from './ports.ts'

/** Where the columns of one version go. */
export type Keeper = {
  /** @returns false where there is no memory for them */
  open(columns: readonly KeptColumn[], rows: number): Promise<boolean>
  fill(bytes: Uint8Array): Promise<void>
  seal(): Promise<void>
}

/** The cells of a native block come in pieces of this many bytes: each is a message to another thread. */
const PIECE = 1 << 20

/**
 * Reads the columns of a version into memory, in the order of its table.
 * @returns the kept columns; undefined where they do not fit, or where leads were removed meanwhile: codes are numbered
 * by what the version holds, so they would not be those of the texts
 */
export async function readColumns(
  olap: Olap,
  version: VersionToKeep,
  keeper: Keeper,
): Promise<readonly KeptColumn[] | undefined> {
  const table = leadTable(version.datasetNo, version.version)
  const before = await countRows(olap, table)
  if (before === 0) return undefined
  const planned = await planColumns(olap, version)
  const columns = planned.map(({ kept }) => kept)
  if (!(await keeper.open(columns, before))) return undefined
  await fill(olap, { table, planned }, keeper)
  await keeper.seal()
  return (await countRows(olap, table)) === before ? columns : undefined
}

type Reading = { readonly table: string; readonly planned: readonly PlannedColumn[] }

async function fill(olap: Olap, { table, planned }: Reading, keeper: Keeper): Promise<void> {
  // Names of their own: an alias that is a column's name would stand for the column in the other cells.
  const cells = planned.map(({ kept, sql }) => `${sql} AS ${cellName(kept)}`)
  const stream = await olap.stream({
    sql: `SELECT ${cells.join(', ')} FROM ${table} ORDER BY p_state, p_city, p_zip, lead_id`,
    pool: 'writer',
    format: 'Native',
    caps,
  })
  for await (const piece of inPieces(stream, PIECE)) await keeper.fill(piece)
}
