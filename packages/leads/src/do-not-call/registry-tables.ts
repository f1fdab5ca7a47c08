import type { OlapParams } from '@freeor/clickhouse/olap'
import { columnName } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'
import { severalNumbers } from '../suppression/cell-values.ts'
import { e164PhoneSql } from '../suppression/normal-sql.ts'

/*
 * The do-not-call registry in the search engine. PostgreSQL decides which edition is in force.
 *
 *   do_not_call_numbers   the numbers of each edition, as they are dialled: 10 digits
 *   do_not_call_changes   a list of changes while it is being applied
 *   do_not_call_rows      the rows of a version whose number in a column is on an edition
 *   do_not_call_versions  the versions whose rows are in do_not_call_rows, written after them
 *
 * Rows are compared as bitmaps: those of ten million leads take a megabyte, and a set of their ids would take 256.
 */
export const numbersTable = 'freeor.do_not_call_numbers'
export const changesTable = 'freeor.do_not_call_changes'
export const rowsTable = 'freeor.do_not_call_rows'
export const markedVersionsTable = 'freeor.do_not_call_versions'

const onDisk = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1'

export const createRegistryTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${numbersTable} (edition UInt32, number UInt64 CODEC(Delta, LZ4))
    ENGINE = MergeTree PARTITION BY edition ORDER BY number ${onDisk}`,
  `CREATE TABLE IF NOT EXISTS ${changesTable} (edition UInt32, number UInt64, is_added UInt8, line UInt64)
    ENGINE = MergeTree PARTITION BY edition ORDER BY number`,
  `CREATE TABLE IF NOT EXISTS ${rowsTable} (dataset_no UInt32, version UInt32, edition UInt32,
    column LowCardinality(String), row UInt32)
    ENGINE = MergeTree ORDER BY (dataset_no, version, edition, column, row)`,
  `CREATE TABLE IF NOT EXISTS ${markedVersionsTable} (dataset_no UInt32, version UInt32, edition UInt32)
    ENGINE = MergeTree ORDER BY (dataset_no, version, edition)`,
]

/** Which rows of which version are marked, by which edition of the registry. */
export type Marks = {
  readonly datasetNo: number
  readonly version: number
  readonly edition: number
}

const whole = (value: number): string => String(Math.trunc(value))

/** The marked rows; of some columns, by the parameter `dncColumns`, or of any. */
const markedRows = ({ datasetNo, version, edition }: Marks, also = ''): string =>
  `SELECT groupBitmapState(row) FROM ${rowsTable} WHERE dataset_no = ${whole(datasetNo)}
    AND version = ${whole(version)} AND edition = ${whole(edition)}${also}`

/** The condition that one of a lead's numbers is on the registry. */
export const isMarked = (marks: Marks): string => `bitmapContains((${markedRows(marks)}), toUInt32(row))`

/** The condition that a number in one of some columns is on the registry; values by `markedParams`. */
export const isMarkedIn = (marks: Marks): string =>
  `bitmapContains((${markedRows(marks, ' AND column IN {dncColumns:Array(String)}')}), toUInt32(row))`

export const markedParams = (columns: readonly Pick<Column, 'key'>[]): OlapParams => ({
  dncColumns: columns.map(({ key }) => key),
})

/** The ten digits of an American number, as a number; 0 for anything else. */
function numberSql(x: string): string {
  const phone = e164PhoneSql(x)
  return `if(startsWith(${phone}, '+1') AND length(${phone}) = 12, toUInt64OrZero(substring(${phone}, 3)), 0)`
}

/** The American numbers in a cell of a column: most have one, some several. */
export const numbersSql = (column: Pick<Column, 'key'>): string =>
  `arrayFilter(number -> number > 0, arrayPushFront(
    arrayMap(x -> ${numberSql('x')}, ${severalNumbers(column)}), ${numberSql(columnName(column))}))`

/** Divides a number of ten digits into its area code. */
export const areaCodeSql = (number: string): string => `intDiv(${number}, 10000000)`

/**
 * The cell beside a number in a file: `yes`, `no`, or nothing where there is no number or one that the registry at hand
 * says nothing of. Of several numbers one is enough for `yes`. A key is of the dictionary: letters, digits and underscores.
 */
export function markCellSql(marks: Marks, column: Pick<Column, 'key'>, areaCodes: readonly number[]): string {
  const isYes = `bitmapContains((${markedRows(marks, ` AND column = '${column.key}'`)}), toUInt32(row))`
  const codes = `[${areaCodes.map(whole).join(', ')}]`
  const numbers = numbersSql(column)
  const isKnown =
    areaCodes.length === 0
      ? '0'
      : `notEmpty(${numbers}) AND arrayAll(number -> has(${codes}, ${areaCodeSql('number')}), ${numbers})`
  return `multiIf(${isYes}, 'yes', ${isKnown}, 'no', '')`
}
