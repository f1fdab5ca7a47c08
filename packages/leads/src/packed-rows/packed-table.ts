import { columnName } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'

/**
 * All cells of each lead of a version as one text, by the row of its file. A page reads its leads from here: fifty leads
 * of twenty columns lie in a thousand places of the version's own table, and in fifty of this one.
 *
 *   row      UInt64   as in the version's table
 *   lead_id  UInt64   by which leads that opted out are removed
 *   packed   String   a JSON object with what a page shows, as the engine answers it
 *
 * Made after an import by `pack-rows.ts`, whole or not at all.
 */
export const packedTable = (datasetNo: number, version: number): string =>
  `freeor.packed_${Math.trunc(datasetNo)}_v${Math.trunc(version)}`

/** Where it is written until all of it is there. */
export const unfinishedTable = (datasetNo: number, version: number): string =>
  `${packedTable(datasetNo, version)}_unfinished`

/** Both. */
export const packedTables = (datasetNo: number, version: number): string[] => [
  packedTable(datasetNo, version),
  unfinishedTable(datasetNo, version),
]

/** What a page reads of each lead. */
export const pageColumns = (columns: readonly Column[]): string =>
  `lead_id, row, p_lat, p_lon, ${columns.map(columnName).join(', ')}`

// Small blocks: one lead is read from each. Few rows at a time are merged: there are a hundred parts of long texts.
export const createPackedTable = (table: string): string =>
  `CREATE TABLE ${table} (row UInt64 CODEC(NONE), lead_id UInt64 CODEC(NONE), packed String CODEC(LZ4))
    ENGINE = MergeTree ORDER BY row SETTINGS index_granularity = 64,
      min_compress_block_size = 16384, max_compress_block_size = 16384, merge_max_block_size = 512`
