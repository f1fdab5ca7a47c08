import { Readable } from 'node:stream'
import type { Olap } from '@freeor/clickhouse/olap'
import { openLimiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import { fakeClock } from '@freeor/testing/clock'
import { testOlap } from '@freeor/testing/olap'
import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { z } from 'zod'
import { createLeadTable, fillSuggestTable } from '../dictionaries/create-lead-table.ts'
import { columnName, columnType, leadTable } from '../dictionaries/lead-table.ts'
import { prepareRegistryTables } from '../do-not-call/prepare-marks.ts'
import { type Marks, markedVersionsTable, rowsTable } from '../do-not-call/registry-tables.ts'
import { knownPlaces } from '../geography/known-places.ts'
import { fitNumbers } from '../import/version/fit-numbers.ts'
import { prepareLeadNotesTable } from '../lead-notes/prepare-lead-notes.ts'
import { createOwnListTables } from '../own-lists/own-list-tables.ts'
import { createOwnedLeads } from '../ownership/owned-leads.ts'
import { doesMatch, type PlainLead } from '../query/evaluate-query.ts'
import { type LeadNotes, leadNotesTable } from '../query/lead-notes.ts'
import { ownListMatchesTable } from '../query/own-lists.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { ZipLists } from '../query/place-lookup.ts'
import { anyLead, sampleColumns } from '../query/testing.ts'
import { createZipListTable, zipListTable } from '../query/zip-list-table.ts'
import type { Column, SearchAnswer, SearchRequest } from '../schema.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'
import { searchLeads } from './queries.ts'
import { openSearchLimiter } from './search-limiter.ts'

/** A person of a company, as `accounts` would have authenticated them. */
export const sampleScope = (companyId: string): CompanyScope =>
  z.custom<CompanyScope>().parse({ companyId, userId: 'usr_test', role: 'owner' })

export type StoredVersion = {
  datasetNo: number
  version: number
  columns: readonly Column[]
  /** Lead `i` has row `i + 1` and, by default, id `i + 1`. */
  leads: readonly PlainLead[]
  leadIds?: readonly (number | string)[]
  /** Rows that an index tells apart: 8 by default, so that a few leads already use the indexes. */
  granule?: number
}

/** Writes a version as the import does. */
export async function storeVersion(olap: Olap, stored: StoredVersion): Promise<void> {
  const { datasetNo, version, columns } = stored
  const table = leadTable(datasetNo, version)
  await olap.write(createLeadTable(datasetNo, version, columns, { granule: stored.granule ?? 8 }))
  const lines = stored.leads.map((lead, i) => lineOf(stored, lead, i))
  const names = Object.keys(lines[0] ?? {}).join(', ')
  await olap.insert({
    sql: `INSERT INTO ${table} (${names}) SELECT ${names} FROM input('${structureOf(columns)}')`,
    format: 'JSONEachRow',
    body: Readable.from([Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))]),
  })
  await fitNumbers(olap, { datasetNo, version, columns })
  await storeRegistryMarks(olap, stored)
  for (const statement of fillSuggestTable(datasetNo, version, columns)) await olap.write(statement)
}

/** The marks of a version whose leads say by themselves whether they are on the registry, as edition 1. */
async function storeRegistryMarks(olap: Olap, { datasetNo, version, leads }: StoredVersion): Promise<void> {
  await prepareRegistryTables(olap)
  const rows = leads.flatMap(({ isOnRegistry }, i) => (isOnRegistry ? [i + 1] : []))
  const marks = sampleMarks(datasetNo, version)
  await olap.write(
    `INSERT INTO ${rowsTable} SELECT {datasetNo:UInt32}, {version:UInt32}, {edition:UInt32}, 'phone',
      arrayJoin({rows:Array(UInt32)})`,
    { ...marks, rows },
  )
  await olap.write(
    `INSERT INTO ${markedVersionsTable} SELECT {datasetNo:UInt32}, {version:UInt32}, {edition:UInt32}`,
    marks,
  )
}

/** Marks as `storeVersion` stores them. */
export const sampleMarks = (datasetNo: number, version: number): Marks => ({ datasetNo, version, edition: 1 })

function structureOf(columns: readonly Column[]): string {
  const cells = columns.map((column) => `${columnName(column)} ${columnType(column.kind)}`)
  return `lead_id UInt64, row UInt64, content UInt64, first_seen UInt32, changed UInt32,
    p_state LowCardinality(String), p_county LowCardinality(String), p_city LowCardinality(String),
    p_zip LowCardinality(String), p_lat Float64, p_lon Float64,
    h3_7 UInt64, ${cells.join(', ')}`
}

function lineOf({ leadIds }: StoredVersion, lead: PlainLead, i: number): Record<string, unknown> {
  const isPlaced = !Number.isNaN(lead.lat)
  const cell = isPlaced ? BigInt(`0x${latLngToCell(lead.lat, lead.lon, 7)}`).toString() : '0'
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
    h3_7: cell,
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

/** Stores which leads a list of a company's own matches, as the first search with it does. */
export async function storeOwnList(olap: Olap, key: string, leadIds: readonly number[]): Promise<void> {
  for (const sql of createOwnListTables) await olap.write(sql)
  await olap.write(
    `INSERT INTO ${ownListMatchesTable} (match_key, is_clear, row, lead_id, how)
      SELECT {key:String}, 1, 1, arrayJoin({ids:Array(UInt64)}), 1`,
    { key, ids: [...leadIds] },
  )
}

/** Stores what a company says of leads, as the first search for it does: after something else that it said before. */
export async function storeLeadNotes(
  olap: Olap,
  datasetNo: number,
  leads: readonly (PlainLead & { readonly id?: number })[],
): Promise<LeadNotes> {
  await prepareLeadNotesTable(olap)
  const notes = { companyId: 'cmp_one', datasetNo, revision: 2 }
  const line = (lead: number, revision: number, said: { status: string; note: string }) =>
    JSON.stringify({ company_id: notes.companyId, dataset_no: datasetNo, lead_id: lead, revision, ...said })
  const lines = leads.flatMap(({ id, status = '', hasNote }, i) => {
    const lead = id ?? i + 1
    return [
      line(lead, 1, { status: 'unsuited', note: 'Said before' }),
      line(lead, 2, { status, note: hasNote ? 'Said' : '' }),
      // Later than the search.
      line(lead, 3, { status: 'customer', note: 'Said later' }),
    ]
  })
  await olap.insert({
    sql: `INSERT INTO ${leadNotesTable} (company_id, dataset_no, lead_id, revision, status, note)
      SELECT * FROM input('company_id String, dataset_no UInt32, lead_id UInt64, revision UInt32, status String, note String')`,
    format: 'JSONEachRow',
    body: Readable.from([Buffer.from(lines.join('\n'))]),
  })
  return notes
}

/** The ids, from 1 on, of the leads that are on the list of `anyLead`. */
export const listedIds = (leads: readonly PlainLead[]): number[] =>
  leads.flatMap((lead, i) => ((lead.ownLists?.length ?? 0) > 0 ? [i + 1] : []))

const columns = sampleColumns
const rows = 1500
const context = {
  columns,
  places: knownPlaces,
  zipLists: new Map([['zip_k3', ['77002', '00501']]]),
  ownLists: new Map([['lst_k3', 'k3']]),
}

const dataset: SearchDataset = {
  datasetNo: 3,
  revision: 0,
  dictionary: {
    ...{
      dictId: 'test',
      name: 'Test',
      description: '',
      columns: [...columns],
      version: 4,
      rows,
    },
    importedAt: '2026-01-01T00:00:00.000Z',
    versions: [
      { version: 4, rows, importedAt: '2026-01-01T00:00:00.000Z' },
      { version: 2, rows: 3, importedAt: '2025-01-01T00:00:00.000Z' },
    ],
    bounds: [-99, 27, -93, 33],
  },
  versionColumns: new Map([4, 2].map((version) => [version, columns])),
}

/** The searches of two companies in leads of every kind, and the same leads for the plain evaluator. */
export type SampleSearch = {
  readonly deps: SearchDeps
  readonly olap: Olap
  readonly dataset: SearchDataset
  readonly leads: readonly PlainLead[]
  readonly context: typeof context
  /** As a user of `cmp_one` by default. */
  search(request: SearchRequest, as?: CompanyScope): Promise<SearchAnswer>
  /** The leads that a text finds, according to the plain evaluator; among all leads unless told. */
  matching(text: string, among?: readonly PlainLead[]): PlainLead[]
  /** The number of the last ready file, of every company. */
  setReady(no: number): void
  close(): Promise<void>
}

export async function openSampleSearch(): Promise<SampleSearch> {
  const leads = fc.sample(anyLead, { numRuns: rows, seed: 7 })
  const gone: PlainLead = { ...(leads[0] as PlainLead), state: 'TX', city: 'houston', isGone: true }
  const { olap, close } = await testOlap()
  await storeVersion(olap, { datasetNo: 3, version: 4, columns, leads })
  const former = [gone, ...leads.slice(1, 3)]
  await storeVersion(olap, { datasetNo: 3, version: 2, columns, leads: former, leadIds: [9001, 2, 3] })
  await olap.write(createOwnedLeads)
  await storeZipLists(olap, context.zipLists)
  await storeOwnList(olap, 'k3', listedIds(leads))
  const notes = await storeLeadNotes(olap, 3, leads)
  let readyNo = 0
  const deps: SearchDeps = {
    olap,
    places: knownPlaces,
    searches: openSearchLimiter(fakeClock('2026-01-01T00:00:00Z')),
    statements: openLimiter({ concurrency: 12 }),
    prepareZipList: async (_scope, id) => context.zipLists.has(id),
    prepareMarks: async ({ datasetNo, version }) => sampleMarks(datasetNo, version),
    prepareOwnList: async (_scope, id) => context.ownLists.get(id),
    prepareLeadNotes: async () => notes,
    readRowNotes: async () => new Map(),
    readOwnership: async ({ companyId }, datasetNo) => ({ companyId, datasetNo, readyNo, leads: readyNo }),
  }
  return {
    ...{ deps, olap, dataset, leads, context, close },
    search: async (request, as = sampleScope('cmp_one')) => await searchLeads(deps, as, { dataset, request }),
    matching(text, among = leads) {
      const query = parseQuery(text, columns)
      return among.filter((lead) => doesMatch(query, lead, context))
    },
    setReady: (no) => {
      readyNo = no
    },
  }
}
