import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLimiter } from '@freeor/kernel/limiter'
import { fakeClock } from '@freeor/testing/clock'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { leadTable } from '../dictionaries/lead-table.ts'
import { getDataset } from '../dictionaries/queries.ts'
import { knownPlaces } from '../geography/known-places.ts'
import { openImportFixture } from '../import/testing.ts'
import type { Column, SearchRequest } from '../schema.ts'
import type { SearchDeps } from '../search/ports.ts'
import { searchLeads } from '../search/queries.ts'
import { openSearchLimiter } from '../search/search-limiter.ts'
import { sampleScope } from '../search/testing.ts'
import { openPackedRows, type PackedRows } from './open-packed-rows.ts'

const ROWS = 300
const fixture = openImportFixture()
let version: { datasetNo: number; version: number; columns: Column[] }
let folder: string
let packedRows: PackedRows
const log = vi.fn()

beforeAll(async () => {
  const lines = Array.from(
    { length: ROWS },
    (_, i) =>
      `${i},"Firm ""${i}"", ${'é'.repeat(i % 4)}",${i % 7 === 0 ? '' : i * 1.5},7700${i % 10},a${i}@firms.example,${i % 2 === 0}`,
  )
  await fixture.run('packed', `id,company,revenue,zip,email,active\n${lines.join('\n')}\n`)
  const { datasetNo, dictionary } = await getDataset(fixture.deps.db, 'packed')
  version = { datasetNo, version: dictionary.version, columns: dictionary.columns }
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-'))
  log.mockClear()
  packedRows = open()
})
afterEach(async () => {
  await packedRows.close()
  await rm(folder, { recursive: true })
})

const open = () => openPackedRows({ db: fixture.deps.db, olap: fixture.deps.olap, folder, log })
const tend = async () => await packedRows.tend({ leastRows: 1 })
const allRows = Array.from({ length: ROWS + 2 }, (_, i) => i)
const rowsThere = async () => {
  const leads = await packedRows.read(version, allRows)
  return leads?.map(({ row }) => Number(row))
}
const fileOf = async () => {
  const [name = ''] = await readdir(folder)
  return join(folder, name)
}
const told = () => log.mock.calls.map(([text]) => text)

async function search(request: SearchRequest, from?: PackedRows) {
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
    ...(from && { packedRows: from }),
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

test('a page from packed rows has the same leads, cells and order as one from the version’s table', async () => {
  expect(await packedRows.tend()).toBe(0)
  expect(packedRows.has(version)).toBe(false)
  expect(await tend()).toBe(1)
  expect(await tend()).toBe(0)
  expect(packedRows.has(version)).toBe(true)
  const asked = vi.spyOn(fixture.deps.olap, 'ask')
  const read = vi.spyOn(packedRows, 'read')
  for (const page of pages) {
    const rows = await search(page, packedRows)
    // The engine is asked which leads they are, and for no cells.
    expect(asked.mock.calls.some(([{ sql }]) => sql.includes('c_company,'))).toBe(false)
    expect(rows).toEqual(await search(page))
    expect(read.mock.calls.length > 0).toBe(rows.length > 0)
    asked.mockClear()
    read.mockClear()
  }
})

test('a server that starts again goes on with its file, and one of another table of that name is made anew', async () => {
  await tend()
  const before = await readFile(await fileOf())
  await packedRows.close()
  packedRows = open()
  expect(await tend()).toBe(0)
  expect(await rowsThere()).toHaveLength(ROWS)
  await packedRows.close()
  // As after the restoration of a backup.
  const id = /"table":"(?<id>[^"]+)"/.exec(before.toString('latin1'))?.groups?.id ?? ''
  await writeFile(await fileOf(), before.toString('latin1').replace(id, id.replaceAll(/./g, '0')), 'latin1')
  packedRows = open()
  expect(await tend()).toBe(1)
  expect(await readFile(await fileOf())).toEqual(before)
})

test('a damaged file is not used and made anew, whatever of it is damaged', async () => {
  await tend()
  const whole = await readFile(await fileOf())
  const damages: ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes.subarray(0, bytes.length / 2),
    (bytes) => bytes.subarray(0, -1),
    (bytes) => bytes.fill(0, bytes.length - 256),
    (bytes) => bytes.subarray(0, 0),
  ]
  for (const damage of damages) {
    await packedRows.close()
    await writeFile(await fileOf(), damage(Buffer.from(whole)))
    packedRows = open()
    expect(await tend()).toBe(1)
    expect(await readFile(await fileOf())).toEqual(whole)
  }
  // Within the texts: it is seen when they are read, and the page comes from the version's table.
  await writeFile(await fileOf(), Buffer.from(whole).fill(0, 100, 10_000))
  expect(await search({ limit: 50 }, packedRows)).toEqual(await search({ limit: 50 }))
  expect(told()).toContain('Packed rows could not be read')
  expect(packedRows.has(version)).toBe(false)
  expect(await readdir(folder)).toEqual([])
  expect(await tend()).toBe(1)
})

test('leads that are removed from the version are erased, also while pages are read', async () => {
  const { olap } = fixture.deps
  await tend()
  const leads = leadTable(version.datasetNo, version.version)
  await olap.write(`CREATE TABLE ${leads}_twice AS ${leads}`)
  try {
    await olap.write(`INSERT INTO ${leads}_twice SELECT * FROM ${leads} WHERE row % 7 = 3 OR row <= 40`)
    await olap.write(`DELETE FROM ${leads} WHERE row % 7 = 3 OR row <= 40`)
    const left = allRows.filter((row) => row > 40 && row <= ROWS && row % 7 !== 3)
    const reading = Array.from({ length: 20 }, async (_, i) => await packedRows.read(version, [41 + i, 299]))
    expect(await tend()).toBe(0)
    expect((await Promise.all(reading)).every((texts) => texts !== undefined)).toBe(true)
    expect(await rowsThere()).toEqual(left)
    // And in the file, for who opens it.
    await packedRows.close()
    packedRows = open()
    expect(await tend()).toBe(0)
    expect(await rowsThere()).toEqual(left)
    expect(told()).toEqual(['The rows of a version are packed'])
    await olap.write(`INSERT INTO ${leads} SELECT * FROM ${leads}_twice`)
    await olap.write(`OPTIMIZE TABLE ${leads} FINAL`)
    expect(await tend()).toBe(1)
    expect(await rowsThere()).toHaveLength(ROWS)
  } finally {
    await olap.write(`DROP TABLE ${leads}_twice`)
  }
})

test('what an interruption left, and files that no version needs, are removed', async () => {
  await tend()
  const [name] = await readdir(folder)
  for (const other of [`${name}.unfinished`, '99_v1.rows', 'something'])
    await writeFile(join(folder, other), 'x')
  expect(await tend()).toBe(0)
  expect(await readdir(folder)).toEqual([name])
  // Cut short: the next one packs.
  await packedRows.close()
  await rm(await fileOf())
  packedRows = open()
  const signal = AbortSignal.abort(new Error('The server stops'))
  await expect(packedRows.tend({ leastRows: 1, signal })).rejects.toThrow('The server stops')
  expect(await readdir(folder)).toEqual([])
  expect(await tend()).toBe(1)
})

test('a version that the disk has no room for is not packed: its own table answers, and the log says so once', async () => {
  for (let i = 0; i < 2; i++) expect(await packedRows.tend({ leastRows: 1, keepFree: 2 ** 60 })).toBe(0)
  expect(packedRows.has(version)).toBe(false)
  expect(await packedRows.read(version, [1])).toBeUndefined()
  const said = {
    name: expect.stringMatching(/^\d+_v1\.rows$/),
    free: expect.any(Number),
    needed: expect.any(Number),
  }
  expect(log.mock.calls).toEqual([[expect.stringContaining('no room'), said]])
  // 300 leads of some hundred characters each.
  const needed = log.mock.calls[0]?.[1].needed - 2 ** 60
  await expect(packedRows.tend({ leastRows: 1 })).resolves.toBe(1)
  const { length } = await readFile(await fileOf())
  expect(needed).toBeGreaterThanOrEqual(0)
  expect(length).toBeLessThan(100_000)
  await packedRows.close()
  await rm(await fileOf())
  packedRows = open()
  await packedRows.tend({ leastRows: 1, keepFree: 2 ** 60 })
  expect(told().filter((text) => text.includes('no room'))).toHaveLength(2)
})
