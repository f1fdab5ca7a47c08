import type { Column } from '../schema.ts'
import {
  columnCodec,
  columnName,
  columnType,
  isSearchableText,
  leadTable,
  parentCellSql,
  parentResolutions,
  suggestTable,
  textIndex,
} from './lead-table.ts'

/**
 * The statement that makes the empty table of a version, with the indexes the layout names.
 * @param granule rows that an index tells apart
 */
export function createLeadTable(
  datasetNo: number,
  version: number,
  columns: readonly Column[],
  { granule = 8192 }: { granule?: number } = {},
): string {
  const searchable = columns.filter(
    (column) => isSearchableText(column) && columnType(column.kind) === 'String',
  )
  const definitions = [
    ...['lead_id', 'row', 'content'].map((name) => `${name} UInt64 CODEC(NONE)`),
    'first_seen UInt32',
    'changed UInt32',
    ...['p_state', 'p_county', 'p_city', 'p_zip'].map((name) => `${name} LowCardinality(String)`),
    ...['p_lat', 'p_lon'].map((name) => `${name} Float64 CODEC(NONE)`),
    "p_source Enum8('none' = 0, 'column' = 1, 'zip' = 2)",
    'h3_7 UInt64',
    ...parentResolutions.map(
      (resolution) => `h3_${resolution} UInt64 ALIAS ${parentCellSql('h3_7', resolution)}`,
    ),
    ...columns.map(({ key, kind }) => `${columnName({ key })} ${columnType(kind)} ${columnCodec(kind)}`),
    'INDEX p_lat_range p_lat TYPE minmax GRANULARITY 1',
    'INDEX p_lon_range p_lon TYPE minmax GRANULARITY 1',
    'INDEX p_county_set p_county TYPE set(64) GRANULARITY 1',
    'INDEX p_zip_bloom p_zip TYPE bloom_filter GRANULARITY 1',
    'INDEX row_range row TYPE minmax GRANULARITY 1',
    ...searchable.map(
      (column) =>
        `INDEX ${columnName(column)}_text lowerUTF8(${columnName(column)}) TYPE ${textIndex} GRANULARITY 1`,
    ),
  ]
  return `CREATE TABLE ${leadTable(datasetNo, version)} (${definitions.join(', ')})
    ENGINE = MergeTree ORDER BY (p_state, p_city, p_zip, lead_id)
    SETTINGS index_granularity = ${granule}, ${growingBuffers}, ${neverMerged}`
}

/**
 * What a part is written with begins at 16 KB a column and grows, in place of 2 MB for each of dozens of columns, however
 * little goes into it. The engine does this by itself from 500 columns on.
 */
const growingBuffers = 'min_columns_to_activate_adaptive_write_buffer = 1'

/**
 * The engine merges nothing of such a table by itself: that would take one of two cores from the import that writes the
 * parts, and would merge the same rows several times. `mergeParts` merges those of a version into one, once.
 */
export const neverMerged =
  'max_bytes_to_merge_at_max_space_in_pool = 1, parts_to_delay_insert = 1000000, parts_to_throw_insert = 1000000'

/** The statements that make and fill the table of suggestions of a version. */
export function fillSuggestTable(datasetNo: number, version: number, columns: readonly Column[]): string[] {
  const table = suggestTable(datasetNo, version)
  const suggested = columns.filter((column) => column.suggest && !column.contact)
  const create = `CREATE TABLE ${table} (column LowCardinality(String), value String, lower_value String, count UInt64,
    INDEX lower_value_text lower_value TYPE ${textIndex} GRANULARITY 1)
    ENGINE = MergeTree ORDER BY (column, lower_value) SETTINGS index_granularity = 1024`
  const fills = suggested.map((column) => {
    const name = columnName(column)
    // Each spelling is counted once, then the most frequent one stands for all.
    return `INSERT INTO ${table} SELECT '${column.key}', argMin(value, (-toInt64(times), value)), lower_value, sum(times)
      FROM (SELECT toString(${name}) AS value, lowerUTF8(value) AS lower_value, count() AS times
        FROM ${leadTable(datasetNo, version)} WHERE value != '' AND lengthUTF8(value) <= 200 GROUP BY value)
      GROUP BY lower_value`
  })
  return [create, ...fills]
}
