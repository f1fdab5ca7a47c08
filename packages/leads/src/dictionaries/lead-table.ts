import type { Column, ColumnKind } from '../schema.ts'

/**
 * Layout of one version of a dataset in ClickHouse, shared by the import (writes) and the search (reads).
 * A version is a table of its own, written aside and swapped in whole; it never changes afterwards.
 *
 *   lead_id     UInt64                    stable over versions
 *   row         UInt64                    1-based row of the source file; the default order and the tie-break
 *   content     UInt64                    hash of all cells; shows whether a lead changed
 *   first_seen  UInt32                    first version that has the lead
 *   changed     UInt32                    version that last changed it (= first_seen when never)
 *   p_state     LowCardinality(String)    USPS code, '' unknown
 *   p_county    LowCardinality(String)    5-digit FIPS, '' unknown
 *   p_city      LowCardinality(String)    lower-case city name, '' unknown
 *   p_zip       LowCardinality(String)    5 digits, '' unknown
 *   p_lat/p_lon Float64                   NaN when the lead has no place
 *   p_source    Enum8('none'=0,'column'=1,'zip'=2)
 *   h3_7        UInt64                    0 when the lead has no place
 *   h3_r        UInt64 for r of 2 to 6, made of h3_7 when they are read (`parentCellSql`)
 *   c_<key>     one per dictionary column, typed by `columnType`; numbers that are all whole as the narrowest
 *               Nullable integer they fit, once the version is merged, see import/version/fit-numbers.ts
 *
 * ORDER BY (p_state, p_city, p_zip, lead_id).
 *
 * Skip indexes the search relies on for speed (never for correctness), all GRANULARITY 1:
 *   p_lat, p_lon   minmax
 *   p_county       set(64)      few counties a granule, as rows are sorted by city within a state
 *   p_zip          bloom_filter a ZIP that is searched without its state
 *   row            minmax       first page in file order
 *   lowerUTF8(c_<key>) `textIndex`, for every `String` column with `isSearchableText`;
 *                  lowerUTF8 lowers exactly as JavaScript's toLowerCase does, lower() only ASCII
 *
 * Beside it `suggestTable` holds the values the query bar completes.
 */

/** Resolutions of H3 whose cells are those of resolution 7 with fewer digits. */
export const parentResolutions = [2, 3, 4, 5, 6] as const

/**
 * The H3 cell of a coarser resolution that a cell is in, 0 for none. An index has its resolution in the bits from 52 on
 * and 3 bits for each finer one below, which are all set from its own resolution on.
 * Source: https://h3geo.org/docs/core-library/h3Indexing
 */
export function parentCellSql(cell: string, resolution: (typeof parentResolutions)[number]): string {
  const unused = (1n << BigInt(3 * (15 - resolution))) - 1n
  const kept = (1n << 63n) - 1n - (15n << 52n) - unused
  return `if(${cell} = 0, 0, bitOr(bitAnd(${cell}, ${kept}), ${(BigInt(resolution) << 52n) + unused}))`
}

/** `leads_7_v3`: numbers only, so a table name never carries user text. */
export const leadTable = (datasetNo: number, version: number): string =>
  `freeor.leads_${Math.trunc(datasetNo)}_v${Math.trunc(version)}`

/** Which version was the first to have a lead, and which one last changed it. */
export type LeadHistory = { readonly firstSeen: number; readonly changed: number }

export const columnName = (column: Pick<Column, 'key'>): string => `c_${column.key}`

/** How a cell of this kind is stored. Text-like cells are '' when blank, the others NULL. */
export function columnType(kind: ColumnKind): string {
  switch (kind) {
    case 'category':
    case 'state':
    case 'county':
    case 'city':
    case 'zip':
      return 'LowCardinality(String)'
    case 'number':
    case 'money':
    case 'lat':
    case 'lon':
      return 'Nullable(Float64)'
    case 'date':
      return 'Nullable(Date32)'
    case 'boolean':
      return 'Nullable(Bool)'
    default:
      return 'String'
  }
}

/**
 * Codec of a column, '' for the engine's own. A column that hardly shrinks is stored uncompressed: unpacking it would
 * be most of the cost of a scan. Cells that say where a lead is shrink to nothing in the table's order.
 */
export function columnCodec(kind: ColumnKind): string {
  const isPlace = kind === 'state' || kind === 'county' || kind === 'city' || kind === 'zip'
  return isPlace || columnType(kind) === 'String' ? '' : 'CODEC(NONE)'
}

/** Kinds whose blank is '' rather than NULL. */
export const isTextual = (kind: ColumnKind): boolean =>
  columnType(kind).endsWith('String)') || columnType(kind) === 'String'

/** Columns that a bare word is searched in, and that `~` is fast on: free text that is not a contact cell. */
export const isSearchableText = (column: Pick<Column, 'kind' | 'contact'>): boolean =>
  column.kind === 'text' && !column.contact

/**
 * An index of whole words: it answers `LIKE '%x%'` within one word from the list of words alone, however common x is.
 * Pieces of three letters only skip blocks for rare texts, and take eight times the space and twice the time to make.
 */
export const textIndex = 'text(tokenizer = splitByNonAlpha)'

/**
 * `freeor.suggest_7_v3`, filled by the import, one row per distinct non-blank value of each column with
 * `suggest` that is not `contact`:
 *
 *   column      LowCardinality(String)  the column's key
 *   value       String                  the most frequent spelling
 *   lower_value String                  lowerUTF8(value); what is matched
 *   count       UInt64                  leads of the version with it, over all spellings
 *
 * ORDER BY (column, lower_value) SETTINGS index_granularity = 1024, with
 * INDEX lower_value TYPE `textIndex`. Values over 200 characters are left out.
 */
export const suggestTable = (datasetNo: number, version: number): string =>
  `freeor.suggest_${Math.trunc(datasetNo)}_v${Math.trunc(version)}`
