import { ownListMatchesTable } from '../query/own-lists.ts'

/*
 * A company's own lists in the search engine. PostgreSQL decides which lists there are and whose they are.
 *
 *   own_list_rows     the rows of each list as the file has them, in its order
 *   own_list_matches  under a key of each match: a row, and a lead that it may be
 *   own_list_matched  which list was matched with which version under which key, written after its matches
 */
export const ownListRowsTable = 'freeor.own_list_rows'
export const ownListMatchedTable = 'freeor.own_list_matched'

export const createOwnListTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${ownListRowsTable} (list_id String, row UInt64, cells Array(String))
    ENGINE = MergeTree ORDER BY (list_id, row)`,
  // Of a row that several leads may be, all are here, and none is clear.
  `CREATE TABLE IF NOT EXISTS ${ownListMatchesTable} (match_key String, is_clear UInt8, row UInt64, lead_id UInt64,
    how UInt8) ENGINE = MergeTree ORDER BY (match_key, is_clear, row)`,
  `CREATE TABLE IF NOT EXISTS ${ownListMatchedTable} (list_id String, match_no UInt32, dataset_no UInt32,
    version UInt32, match_key String) ENGINE = MergeTree ORDER BY (list_id, match_no, dataset_no, version)`,
]
