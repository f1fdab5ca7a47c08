import { dropTables } from '@freeor/clickhouse/drop-tables'
import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { countRows } from '../dictionaries/count-rows.ts'
import { leadTable } from '../dictionaries/lead-table.ts'
import { finishSettings } from '../import/version/engine-settings.ts'
import type { Column } from '../schema.ts'
import { countFresh, type FoundVersion, findBusinesses, writeGone, writeKeys } from './business-sql.ts'
import { businessTable, businessTables, createBusinessTable, workTables } from './business-tables.ts'
import { countStored } from './read-businesses.ts'
import { writeSideBySide } from './write-side-by-side.ts'

type WrittenVersion = {
  readonly datasetNo: number
  readonly version: number
  readonly columns: readonly Column[]
  /** The version served until now; 0 when there is none. */
  readonly previous: number
  readonly previousColumns: readonly Column[]
}

const freshRow = z.object({ leads: z.coerce.number() })
const caps = { seconds: 60 }

const settings = {
  ...finishSettings,
  // Keys are sorted and written on two threads.
  max_insert_threads: 2,
  // Ids that are looked up among all leads of a version can skip hardly a block of another one. An index of them took
  // most of the time of a later import, and 2 GB of memory.
  use_index_for_in_with_subqueries: 0,
  // The engine compiles the patterns of a statement anew for each block, and its own million bytes are 10,000 leads.
  preferred_block_size_bytes: 8_000_000,
} as const

/**
 * Finds which leads of a written version are one business, beside what earlier versions found. Only leads that are new
 * or changed are compared.
 */
export async function writeBusinesses(olap: Olap, written: WrittenVersion): Promise<void> {
  const { datasetNo, version, columns, previous, previousColumns } = written
  const write = async (statements: readonly string[]) => {
    for (const statement of statements) await olap.write(statement, {}, { settings })
  }
  await dropTables(olap, businessTables(datasetNo, version))
  await olap.write(createBusinessTable(datasetNo, version))
  const known = previous === 0 ? undefined : await countStored(olap, datasetNo, previous)
  const before = known === undefined ? undefined : { version: previous, columns: previousColumns }
  const of: FoundVersion = { datasetNo, version, columns, before }
  if (before)
    await olap.write(`INSERT INTO ${businessTable(datasetNo, version)}
      SELECT business_id, lead_id, since FROM ${businessTable(datasetNo, previous)}`)
  const [fresh] = await olap.ask({ sql: countFresh(of), pool: 'writer', row: freshRow, caps })
  if (fresh?.leads === 0) return
  const tables = workTables(datasetNo, version)
  if (before) await write(writeGone(of, before, await countRows(olap, leadTable(datasetNo, previous))))
  const gone = before ? await countRows(olap, tables.gone) : 0
  await write(writeKeys(of, gone))
  const keys = await countRows(olap, tables.keys)
  for (const step of findBusinesses(of, { keys, gone }))
    await (step.length > 1 ? writeSideBySide(olap, step, settings) : write(step))
  await dropTables(olap, Object.values(tables))
}
