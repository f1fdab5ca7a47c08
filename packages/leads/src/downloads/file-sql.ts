import { columnName, isTextual, leadTable } from '../dictionaries/lead-table.ts'
import { markCellSql } from '../do-not-call/registry-tables.ts'
import {
  frozenLeadsTable,
  isOwned,
  type LeadIds,
  type Ownership,
  ownedParams,
  type Statement,
} from '../ownership/owned-leads.ts'
import { type LeadNotes, leadNotesTable } from '../query/lead-notes.ts'
import type { Column } from '../schema.ts'
import { orderOf } from '../search/order.ts'
import { isListed, type Listed, listedParams } from '../suppression/suppressed-leads.ts'
import type { FileColumn } from './file-column.ts'
import type { DownloadSource } from './ports.ts'
import { plainPattern, runnablePattern, suspectBytes, toSafeCell } from './safe-cell.ts'
import type { DownloadRow, FileSort } from './tables.ts'

export type Selection = {
  readonly sort: FileSort
  readonly limit: number | undefined
  readonly offset: number
  /** Leave out what is owned, before the first `limit` after `offset` are taken. */
  readonly suppressOwned: boolean
  /** Leave out these too. */
  readonly listed: Listed
  /** Leads in the version that is asked. */
  readonly total: number
  /** Leads the search matches. */
  readonly matches: number
}

/** `matches`, and the `total` of leads in the version that is asked. */
export function countMatches(source: DownloadSource): Statement {
  return {
    sql: `SELECT count() AS matches, (SELECT count() FROM ${leadTable(source.datasetNo, source.dataVersion)}) AS total
      FROM ${leadTable(source.datasetNo, source.rowsVersion)} WHERE ${source.where}`,
    params: source.params,
  }
}

/** All leads of a search, of which there are so many. */
export function matchingIds(source: DownloadSource, matches: number): LeadIds {
  return {
    sql: `SELECT lead_id FROM ${leadTable(source.datasetNo, source.rowsVersion)} WHERE ${source.where}`,
    params: source.params,
    leads: matches,
  }
}

/** The leads a download takes, as columns `lead_id` and `row`. */
export function selectIds(source: DownloadSource, selection: Selection, ownership: Ownership): Statement {
  const { sort, limit, offset, total } = selection
  const isPart = limit !== undefined || offset > 0
  const suppressed = leftOut(source, selection, ownership)
  const part = isPart
    ? ` ORDER BY ${orderOf(sort, source.columns, total)} LIMIT {dlLimit:UInt64} OFFSET {dlOffset:UInt64}`
    : ''
  return {
    sql: `SELECT lead_id, row FROM ${leadTable(source.datasetNo, source.rowsVersion)}
      WHERE (${source.where})${suppressed.sql}${part}`,
    params: {
      ...source.params,
      ...suppressed.params,
      ...(isPart ? { dlLimit: limit ?? Number.MAX_SAFE_INTEGER, dlOffset: offset } : {}),
    },
  }
}

type LeftOut = Pick<Selection, 'suppressOwned' | 'listed' | 'matches'>

/** ` AND NOT …` for each kind of leads that is left out; '' for none. */
function leftOut(
  source: DownloadSource,
  { suppressOwned, listed, matches }: LeftOut,
  ownership: Ownership,
): Statement {
  const of = matchingIds(source, matches)
  const isOwnOut = suppressOwned && ownership.leads > 0
  const own = isOwnOut ? ` AND NOT ${isOwned(ownership, of)}` : ''
  const named = listed.leads > 0 ? ` AND NOT ${isListed(listed, of)}` : ''
  return {
    sql: `${own}${named}`,
    params: { ...(isOwnOut && ownedParams(ownership)), ...(listed.leads > 0 && listedParams(listed)) },
  }
}

/** How many leads of a search are left when those are left out. */
export function countLeft(source: DownloadSource, selection: LeftOut, ownership: Ownership): Statement {
  const suppressed = leftOut(source, selection, ownership)
  return {
    sql: `SELECT count() AS leads FROM ${leadTable(source.datasetNo, source.rowsVersion)}
      WHERE (${source.where})${suppressed.sql}`,
    params: { ...source.params, ...suppressed.params },
  }
}

type Frozen = Pick<DownloadRow, 'id' | 'datasetNo'>

export type FileSource = Frozen &
  Pick<DownloadRow, 'rowsVersion' | 'sort' | 'sortColumns' | 'versionRows' | 'rows'> & {
    readonly columns: readonly FileColumn[]
    /** What the company says of leads; for columns that say it. */
    readonly notes?: LeadNotes | undefined
  }

/**
 * Sorts on disk beyond 16 MiB, in small blocks and with small buffers, so that a file of any size takes about the same
 * memory; in one thread, as every thread has its own buffers. Lines are printed before they are sorted: one text and
 * the keys move, not every column.
 */
const sparing = [
  'query_plan_execute_functions_after_sorting = 0',
  'max_bytes_before_external_sort = 16777216',
  'max_bytes_ratio_before_external_sort = 0',
  'max_block_size = 8192',
  'max_threads = 1',
  'max_read_buffer_size = 65536',
  'max_read_buffer_size_local_fs = 65536',
  "local_filesystem_read_method = 'pread'",
].join(', ')

/** The safety limits of one file. */
export const fileCaps = { seconds: 3_600, bytes: 1 << 30 } as const

function fromFrozen(file: FileSource): Statement {
  const notes = file.notes && joinNotes(file.notes)
  // A bitmap: a set of 10 million ids would take 256 MiB, and lookups in it twice as long.
  return {
    sql: `FROM ${leadTable(file.datasetNo, file.rowsVersion)}${notes?.sql ?? ''}
      WHERE bitmapContains((SELECT groupBitmapState(toUInt32(row)) FROM ${frozenLeadsTable}
        WHERE download_id = {dlId:String}), toUInt32(row))`,
    params: { dlId: file.id, ...notes?.params },
  }
}

/** The last that the company said of each lead, beside it; '' where it said nothing. */
function joinNotes({ companyId, datasetNo, revision }: LeadNotes): Statement {
  return {
    sql: ` LEFT ANY JOIN (SELECT lead_id AS said_lead, argMax(status, revision) AS said_status, argMax(note, revision) AS said_note
        FROM ${leadNotesTable} WHERE company_id = {saidBy:String} AND dataset_no = {saidOf:UInt32}
          AND revision <= {saidUntil:UInt32} GROUP BY lead_id) AS said ON said_lead = lead_id`,
    params: { saidBy: companyId, saidOf: datasetNo, saidUntil: revision },
  }
}

const inOrder = (file: FileSource): string =>
  `ORDER BY ${orderOf(file.sort, file.sortColumns, file.versionRows)} SETTINGS ${sparing}`

/**
 * Each lead as one finished line of RFC 4180, `\r\n` included, for format RowBinary. Only for the writer session, like
 * `selectCells`, as it sets how to sort; it contains no text of a user.
 */
export function selectCsvLines(file: FileSource): Statement {
  const { sql, params } = fromFrozen(file)
  return {
    sql: `SELECT ${csvLine(file)} ${sql} ${inOrder(file)}`,
    params: { ...params, dlRunnable: runnablePattern, dlPlain: plainPattern },
  }
}

function csvLine({ columns }: Pick<FileSource, 'columns'>): string {
  const cells = columns.map((column, index) => `${index === 0 ? '' : "',', "}${csvCell(column)}`)
  return `concat(${cells.join(', ')}, '\\r\\n')`
}

/** The bytes of all lines together, as `bytes`. */
export function sumCsvBytes(file: FileSource): Statement {
  const { sql, params } = fromFrozen(file)
  return {
    sql: `SELECT sum(length(${csvLine(file)})) AS bytes ${sql}`,
    params: { ...params, dlRunnable: runnablePattern, dlPlain: plainPattern },
  }
}

/** The status as people read it: `Contacted`. */
const saidSql = {
  status: 'concat(upper(substring(said_status, 1, 1)), substring(said_status, 2))',
  note: 'said_note',
} as const

/** In how many rows each of these columns was filled in, as `counts`. */
export function countFilledCells(file: FileSource, columns: readonly FileColumn[]): Statement {
  const { sql, params } = fromFrozen(file)
  return {
    sql: `SELECT [${columns.map(({ filledWhere }) => `countIf(${filledWhere})`).join(', ')}] AS counts ${sql}`,
    params,
  }
}

/** Texts in quotes, with an apostrophe in front of those a spreadsheet would run; others unquoted, empty when NULL. */
export function csvCell(column: FileColumn): string {
  if (column.marks) return `'"', ${cellSql(column)}, '"'`
  if (column.text ?? column.said) return csvText(cellSql(column))
  const name = columnName(column)
  return isTextual(column.kind) ? csvText(name) : `ifNull(toString(${name}), '')`
}

/** A text as a cell. @param name an expression of it; `dlRunnable` and `dlPlain` are the patterns of safe-cell.ts */
export function csvText(name: string): string {
  return `if(${runnableCell(name)}, '"\\'', '"'), replaceAll(${name}, '"', '""'), '"'`
}

/**
 * The rule of safe-cell.ts. Its patterns cost more than everything else in a line, so they are only run on cells whose
 * first byte may be skipped, may start a formula or begins a multi-byte character.
 */
function runnableCell(name: string): string {
  const isSuspect = `reinterpretAsUInt8(${name}) IN (${suspectBytes.join(', ')})`
  return `${isSuspect} AND match(${name}, {dlRunnable:String}) AND NOT match(${name}, {dlPlain:String})`
}

const cellSql = (column: FileColumn): string =>
  column.text ??
  (column.said && saidSql[column.said]) ??
  (column.marks ? markCellSql(column.marks.by, column.marks.of, column.marks.areaCodes) : columnName(column))

/** The first line of a CSV file. */
export function csvHeader(columns: readonly Pick<Column, 'label'>[], withBom: boolean): string {
  const cells = columns.map(({ label }) => `"${toSafeCell(label).replaceAll('"', '""')}"`)
  return `${withBom ? '\u{feff}' : ''}${cells.join(',')}\r\n`
}

/** Each lead's cells in file order, for a JSON format. */
export function selectCells(file: FileSource): Statement {
  const { sql, params } = fromFrozen(file)
  return { sql: `SELECT ${file.columns.map(cellSql).join(', ')} ${sql} ${inOrder(file)}`, params }
}
