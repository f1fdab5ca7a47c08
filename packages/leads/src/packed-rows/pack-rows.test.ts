import { dropTables } from '@freeor/clickhouse/drop-tables'
import { openLimiter } from '@freeor/kernel/limiter'
import { fakeClock } from '@freeor/testing/clock'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { getDataset } from '../dictionaries/queries.ts'
import { knownPlaces } from '../geography/known-places.ts'
import { openImportFixture } from '../import/testing.ts'
import type { SearchRequest } from '../schema.ts'
import type { SearchDeps } from '../search/ports.ts'
import { searchLeads } from '../search/queries.ts'
import { openSearchLimiter } from '../search/search-limiter.ts'
import { sampleScope } from '../search/testing.ts'
import { openPackedRows, type PackedRows } from './find-packed.ts'
import { isPacked, packRows, removePacked } from './pack-rows.ts'
import { packedTable, packedTables } from './packed-table.ts'

const fixture = openImportFixture()
let version: { datasetNo: number; version: number }

beforeAll(async () => {
  const lines = Array.from(
    { length: 300 },
    (_, i) =>
      `${i},"Firm ""${i}"", ${'é'.repeat(i % 4)}",${i % 7 === 0 ? '' : i * 1.5},7700${i % 10},a${i}@firms.example,${i % 2 === 0}`,
  )
  await fixture.run('packed', `id,company,revenue,zip,email,active\n${lines.join('\n')}\n`)
  const { datasetNo, dictionary } = await getDataset(fixture.deps.db, 'packed')
  version = { datasetNo, version: dictionary.version }
})

async function search(request: SearchRequest, packedRows?: PackedRows) {
  const { db, olap } = fixture.deps
  const deps: SearchDeps = {
    ...{ olap, places: knownPlaces },
    searches: openSearchLimiter(fakeClock('2026-01-01T00:00:00Z')),
    statements: openLimiter({ concurrency: 12 }),
    prepareZipList: async () => false,
    prepareMarks: async () => undefined,
    prepareOwnList: async () => undefined,
    prepareLeadNotes: async () => ({ companyId: 'cmp_one', datasetNo: version.datasetNo, revision: 0 }),
    readRowNotes: async () => new Map(),
    readOwnership: async ({ companyId }, datasetNo) => ({ companyId, datasetNo, readyNo: 0, leads: 0 }),
    ...(packedRows && { packedRows }),
  }
  const dataset = await getDataset(db, 'packed')
  return (await searchLeads(deps, sampleScope('cmp_one'), { dataset, request })).rows
}

const pages: SearchRequest[] = [
  { limit: 50 },
  { limit: 50, offset: 280 },
  { q: 'revenue:>100', sort: [{ column: 'revenue', direction: 'desc' }], limit: 30, offset: 7 },
  { q: 'company:~firm', sort: [{ column: 'company', direction: 'asc' }], limit: 20 },
  { q: 'revenue:<0', limit: 20 },
]

const packed = (): PackedRows => ({ has: () => true, forget: vi.fn() })

async function countOf(table: string): Promise<number> {
  const row = z.object({ n: z.coerce.number() })
  const [found] = await fixture.deps.olap.ask({
    sql: `SELECT count() AS n FROM ${table}`,
    pool: 'writer',
    row,
  })
  return found?.n ?? 0
}

test('a page from packed rows has the same leads, cells and order as one from the version’s table', async () => {
  expect(await packRows(fixture.deps)).toBe(0)
  expect(await packRows(fixture.deps, { leastRows: 1 })).toBe(1)
  expect(await packRows(fixture.deps, { leastRows: 1 })).toBe(0)
  const asked = vi.spyOn(fixture.deps.olap, 'ask')
  for (const page of pages) {
    const rows = await search(page, packed())
    expect(rows).toEqual(await search(page))
    if (rows.length > 0)
      expect(asked.mock.calls.some(([{ sql }]) => sql.includes(packedTable(version.datasetNo, 1)))).toBe(true)
    asked.mockClear()
  }
})

test('where the packed rows are gone, the page comes from the version’s table, and they are forgotten', async () => {
  await packRows(fixture.deps, { leastRows: 1 })
  await dropTables(fixture.deps.olap, packedTables(version.datasetNo, version.version))
  const gone = packed()
  expect(await search({ limit: 50 }, gone)).toEqual(await search({ limit: 50 }))
  expect(gone.forget).toHaveBeenCalledWith(version)
})

test('leads that are removed are removed from the packed rows; what an interruption left is packed again', async () => {
  const { olap } = fixture.deps
  await packRows(fixture.deps, { leastRows: 1 })
  const table = packedTable(version.datasetNo, version.version)
  const leads = leadTable(version.datasetNo, version.version)
  const some = { sql: `SELECT lead_id FROM ${leads} WHERE row <= {row:UInt32}`, params: { row: 10 } }
  await removePacked(olap, version, some)
  expect(await countOf(table)).toBe(290)
  // The process ended here. Its leads are still in the version, and the packed rows lack them.
  expect(await packRows(fixture.deps, { leastRows: 1 })).toBe(1)
  expect(await countOf(table)).toBe(300)
  // Or the version lost them while its rows were packed.
  await olap.write(`DELETE FROM ${leads} WHERE row <= 5`)
  expect(await packRows(fixture.deps, { leastRows: 1 })).toBe(1)
  expect(await countOf(table)).toBe(295)
  await dropTables(olap, packedTables(version.datasetNo, version.version))
  await removePacked(olap, version, some)
})

test('a process learns in a moment that a version has packed rows, and looks again for one that has none', async () => {
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const rows = openPackedRows({ olap: fixture.deps.olap, clock })
  expect(await isPacked(fixture.deps.olap, version)).toBe(false)
  expect(rows.has(version)).toBe(false)
  await packRows(fixture.deps, { leastRows: 1 })
  await vi.waitFor(
    () => {
      clock.advance(10_000)
      expect(rows.has(version)).toBe(true)
    },
    { timeout: 20_000 },
  )
  rows.forget(version)
  expect(rows.has(version)).toBe(false)
})

test('a version that the disk has no room for is not packed: its own table answers, and the log says so once', async () => {
  await dropTables(fixture.deps.olap, packedTables(version.datasetNo, version.version))
  const log = vi.fn()
  const deps = { ...fixture.deps, log, withoutRoom: new Set<string>() }
  for (let i = 0; i < 2; i++) expect(await packRows(deps, { leastRows: 1, keepFree: 2 ** 60 })).toBe(0)
  expect(await isPacked(fixture.deps.olap, version)).toBe(false)
  const table = packedTable(version.datasetNo, version.version)
  const said = { table, free: expect.any(Number), needed: expect.any(Number) }
  expect(log.mock.calls).toEqual([[expect.stringContaining('no room'), said]])
  // 300 leads of some hundred characters each.
  expect(log.mock.calls[0]?.[1].needed).toBeGreaterThan(300 * 50)
  expect(log.mock.calls[0]?.[1].needed).toBeLessThan(300 * 500)

  expect(await packRows(deps, { leastRows: 1 })).toBe(1)
  await dropTables(fixture.deps.olap, packedTables(version.datasetNo, version.version))
  await packRows(deps, { leastRows: 1, keepFree: 2 ** 60 })
  expect(log.mock.calls.filter(([text]) => text.includes('no room'))).toHaveLength(2)
})
