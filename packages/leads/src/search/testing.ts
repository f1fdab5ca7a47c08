import { Readable } from 'node:stream'
import type { Olap } from '@freeor/clickhouse/olap'
import type { CompanyScope } from '@freeor/kernel/scope'
import { latLngToCell } from 'h3-js'
import { z } from 'zod'
import { createLeadTable, fillSuggestTable } from '../dictionaries/create-lead-table.ts'
import { cellResolutions, columnName, columnType, leadTable } from '../dictionaries/lead-table.ts'
import { fitNumbers } from '../import/fit-numbers.ts'
import type { PlainLead } from '../query/evaluate-query.ts'
import type { ZipLists } from '../query/place-lookup.ts'
import { createZipListTable, zipListTable } from '../query/zip-list-table.ts'
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
  const table = leadTable(datasetNo, version)
  await olap.write(createLeadTable(datasetNo, version, columns, { granule: 8 }))
  const lines = stored.leads.map((lead, i) => lineOf(stored, lead, i))
  const names = Object.keys(lines[0] ?? {}).join(', ')
  await olap.insert({
    sql: `INSERT INTO ${table} (${names}) SELECT ${names} FROM input('${structureOf(columns)}')`,
    format: 'JSONEachRow',
    body: Readable.from([Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))]),
  })
  await fitNumbers(olap, { datasetNo, version, previous: 0, columns })
  for (const statement of fillSuggestTable(datasetNo, version, columns)) await olap.write(statement)
}

function structureOf(columns: readonly Column[]): string {
  const cells = columns.map((column) => `${columnName(column)} ${columnType(column.kind)}`)
  return `lead_id UInt64, row UInt64, content UInt64, first_seen UInt32, changed UInt32,
    p_state LowCardinality(String), p_county LowCardinality(String), p_city LowCardinality(String),
    p_zip LowCardinality(String), p_lat Float64, p_lon Float64,
    ${cellResolutions.map((r) => `h3_${r} UInt64`).join(', ')}, ${cells.join(', ')}`
}

function lineOf({ leadIds }: StoredVersion, lead: PlainLead, i: number): Record<string, unknown> {
  const isPlaced = !Number.isNaN(lead.lat)
  const cells = cellResolutions.map((r) => [
    `h3_${r}`,
    isPlaced ? BigInt(`0x${latLngToCell(lead.lat, lead.lon, r)}`).toString() : '0',
  ])
  return {
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
  }
}

/** Puts uploaded ZIP lists into the engine, as the first search with them does. */
export async function storeZipLists(olap: Olap, lists: ZipLists): Promise<void> {
  await olap.write(createZipListTable)
  for (const [id, zips] of lists)
    await olap.write(`INSERT INTO ${zipListTable} SELECT {id:String}, arrayJoin({zips:Array(String)})`, {
      id,
      zips: [...zips],
    })
}
