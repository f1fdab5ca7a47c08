import { Readable } from 'node:stream'
import type { Olap } from '@freeor/clickhouse/olap'
import type { CompanyScope } from '@freeor/kernel/scope'
import { latLngToCell } from 'h3-js'
import { z } from 'zod'
import {
  cellResolutions,
  columnName,
  columnType,
  isSearchableText,
  leadTable,
  suggestTable,
  textIndex,
} from '../dictionaries/lead-table.ts'
import type { PlainLead } from '../query/evaluate-query.ts'
import type { Column } from '../schema.ts'

/** A person of a company, as `accounts` would have proven it. */
export const sampleScope = (companyId: string): CompanyScope =>
  z.custom<CompanyScope>().parse({ companyId, userId: 'usr_test', role: 'owner' })

export type StoredVersion = {
  datasetNo: number
  version: number
  columns: readonly Column[]
  /** Lead `i` has row `i + 1` and, unless told, id `i + 1`. */
  leads: readonly PlainLead[]
  leadIds?: readonly number[]
}

/** Writes a version as the import does, in granules of eight rows so that few leads already exercise the indexes. */
export async function storeVersion(olap: Olap, stored: StoredVersion): Promise<void> {
  const { datasetNo, version, columns } = stored
  const structure = structureOf(columns)
  const indexes = columns
    .filter((column) => isSearchableText(column))
    .map(({ key }) => `, INDEX i_${key} lowerUTF8(c_${key}) TYPE ${textIndex}`)
  await olap.write(
    `CREATE TABLE ${leadTable(datasetNo, version)} (${structure},
      INDEX i_lat p_lat TYPE minmax GRANULARITY 1, INDEX i_lon p_lon TYPE minmax GRANULARITY 1,
      INDEX i_county p_county TYPE set(64) GRANULARITY 1, INDEX i_zip p_zip TYPE bloom_filter GRANULARITY 1,
      INDEX i_row row TYPE minmax GRANULARITY 1 ${indexes.join('')})
     ENGINE = MergeTree ORDER BY (p_state, p_city, p_zip, lead_id) SETTINGS index_granularity = 8`,
  )
  await olap.insert({
    sql: `INSERT INTO ${leadTable(datasetNo, version)} SELECT * FROM input('${structure}')`,
    format: 'JSONEachRow',
    body: Readable.from([Buffer.from(stored.leads.map((lead, i) => lineOf(stored, lead, i)).join('\n'))]),
  })
  await storeSuggestions(olap, stored)
}

function structureOf(columns: readonly Column[]): string {
  const cells = columns.map((column) => `${columnName(column)} ${columnType(column.kind)}`)
  return `lead_id UInt64, row UInt64, content UInt64, first_seen UInt32, changed UInt32,
    p_state LowCardinality(String), p_county LowCardinality(String), p_city LowCardinality(String),
    p_zip LowCardinality(String), p_lat Float64, p_lon Float64,
    ${cellResolutions.map((r) => `h3_${r} UInt64`).join(', ')}, ${cells.join(', ')}`
}

function lineOf({ leadIds }: StoredVersion, lead: PlainLead, i: number): string {
  const isPlaced = !Number.isNaN(lead.lat)
  const cells = cellResolutions.map((r) => [
    `h3_${r}`,
    isPlaced ? BigInt(`0x${latLngToCell(lead.lat, lead.lon, r)}`).toString() : '0',
  ])
  return JSON.stringify({
    ...{
      lead_id: leadIds?.[i] ?? i + 1,
      row: i + 1,
      content: i,
      first_seen: lead.firstSeen,
      changed: lead.changed,
    },
    ...{ p_state: lead.state, p_county: lead.county, p_city: lead.city, p_zip: lead.zip },
    ...{ p_lat: isPlaced ? lead.lat : 'nan', p_lon: isPlaced ? lead.lon : 'nan' },
    ...Object.fromEntries(cells),
    ...Object.fromEntries(Object.entries(lead.cells).map(([key, value]) => [`c_${key}`, value])),
  })
}

async function storeSuggestions(olap: Olap, { datasetNo, version, columns }: StoredVersion): Promise<void> {
  const table = suggestTable(datasetNo, version)
  await olap.write(`CREATE TABLE ${table} (column LowCardinality(String), value String, lower_value String, count UInt64,
    INDEX i lower_value TYPE ${textIndex}) ENGINE = MergeTree ORDER BY (column, lower_value)`)
  for (const column of columns) {
    if (!column.suggest || column.contact) continue
    await olap.write(`INSERT INTO ${table}
      SELECT '${column.key}', argMax(v, n), lowerUTF8(v) AS l, sum(n) FROM
        (SELECT toString(${columnName(column)}) AS v, count() AS n FROM ${leadTable(datasetNo, version)}
         WHERE v != '' GROUP BY v) GROUP BY l`)
  }
}
