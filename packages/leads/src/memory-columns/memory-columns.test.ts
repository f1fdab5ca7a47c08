import type { Ask, Olap, StreamSelect } from '@freeor/clickhouse/olap'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { leadTable } from '../dictionaries/lead-table.ts'
import { knownPlaces } from '../geography/known-places.ts'
import { doesMatch, type PlainLead } from '../query/evaluate-query.ts'
import { printQuery } from '../query/print-query.ts'
import { anyQuery, sampleColumns } from '../query/testing.ts'
import type { SearchRequest } from '../schema.ts'
import { differencesOf } from '../search/compare-answers.ts'
import type { ColumnsCheck, SearchDataset, SearchDeps } from '../search/ports.ts'
import { searchLeads } from '../search/queries.ts'
import { sampleScope, storeVersion } from '../search/testing.ts'
import { openMemoryColumns } from './open-memory-columns.ts'
import type { KeptVersion, MemoryColumns } from './ports.ts'
import { datasetOf, isKept, leadsOf, searchDeps } from './testing.ts'

const DATASET = 5
/** Three blocks, the last of them not full. */
const ROWS = 20_000

let system: TestOlap
/** Searched by two threads, each on every second block. */
let columns: MemoryColumns
let byOneThread: MemoryColumns
let leads: PlainLead[]
let dataset: SearchDataset
const ways: string[] = []
const said: string[] = []
const version = { datasetNo: DATASET, version: 4, revision: 0 }
const log = (message: string, fields?: Record<string, unknown>) =>
  void said.push(`${message} ${JSON.stringify(fields)}`)

beforeAll(async () => {
  system = await testOlap()
  leads = leadsOf(ROWS)
  const stored = { datasetNo: DATASET, version: 4, columns: sampleColumns, leads, granule: 2_048 }
  await storeVersion(system.olap, stored)
  dataset = datasetOf(DATASET, { version: 4, rows: ROWS })
  columns = openMemoryColumns({ olap: system.olap, log, budget: 1 << 30, threads: 2, slice: 1 })
  byOneThread = openMemoryColumns({ olap: system.olap, log, budget: 1 << 30, threads: 1 })
  for (const kept of [columns, byOneThread]) expect(await isKept(kept, version), said.join('\n')).toBe(true)
})
afterAll(async () => {
  await columns.close()
  await byOneThread.close()
  await system.close()
})

const deps = (kept: MemoryColumns | undefined, check?: ColumnsCheck): SearchDeps => ({
  ...searchDeps(system.olap, DATASET, kept),
  onAnswer: (way) => void ways.push(way),
  ...(check && { columnsCheck: check }),
})

const ask = async (kept: MemoryColumns | undefined, request: SearchRequest) =>
  await searchLeads(deps(kept), sampleScope('cmp_one'), { dataset, request })

const sorts = fc.subarray(
  [
    { column: 'industry', direction: 'asc' },
    { column: 'industry', direction: 'desc' },
    { column: 'employees', direction: 'desc' },
    { column: 'employees', direction: 'asc' },
    { column: 'revenue', direction: 'desc' },
    { column: 'revenue', direction: 'asc' },
    { column: 'founded', direction: 'asc' },
    { column: 'founded', direction: 'desc' },
    { column: 'active', direction: 'desc' },
  ] as const,
  { maxLength: 2 },
)
const views = fc.constantFrom(
  undefined,
  { bbox: [-180, -90, 180, 90], zoom: 3 } as const,
  { bbox: [-97, 29, -95, 31], zoom: 6 } as const,
)

test('an answer from kept columns is the engine’s: counts without each part, facets, map and pages', async () => {
  const seed = Date.now() & 0x7fffffff
  const queries = fc.sample(fc.tuple(anyQuery, sorts, views, fc.nat(990)), { numRuns: 150, seed })
  let answered = 0
  for (const [query, sort, map, offset] of queries) {
    ways.length = 0
    const request = {
      q: printQuery(query),
      facets: ['industry', 'active'],
      ...{ sort: [...sort], offset, limit: 10 },
      ...(map && { map: { ...map, bbox: [...map.bbox] as [number, number, number, number] } }),
    }
    const found = await ask(columns, request).catch((error: Error) => error)
    const fromColumns = ways.includes('columns')
    if (found instanceof Error || !fromColumns) continue
    answered += 1
    const byEngine = await ask(undefined, request)
    expect(differencesOf(found, byEngine), `seed ${seed}: ${JSON.stringify(request)}`).toEqual([])
    expect(differencesOf(await ask(byOneThread, request), byEngine), `seed ${seed}`).toEqual([])
    const context = { columns: sampleColumns, places: knownPlaces, zipLists: new Map() }
    const matching = leads.filter((lead) => doesMatch(query, lead, context))
    expect(found.count, `seed ${seed}: ${request.q}`).toBe(matching.length)
  }
  expect(answered).toBeGreaterThan(30)
})

const countAll = { parts: [], drops: false, unplaced: false, facets: [] }

test('a version that does not fit into the budget is not kept, and of two the one searched last is', async () => {
  await storeVersion(system.olap, {
    datasetNo: 6,
    version: 1,
    columns: sampleColumns,
    leads: leads.slice(0, 9),
  })
  const other = { datasetNo: 6, version: 1, revision: 0 }
  const tiny = openMemoryColumns({ olap: system.olap, log, budget: 1 << 20 })
  expect(await isKept(tiny, version)).toBe(false)
  await tiny.close()
  // Each takes 13 MiB for the tables of values alone.
  const small = openMemoryColumns({ olap: system.olap, log, budget: 20 << 20, threads: 4 })
  expect(await isKept(small, version)).toBe(true)
  expect((await small.ask(version, countAll))?.count).toBe(ROWS)
  expect(await isKept(small, other)).toBe(true)
  expect(await small.ask(version, countAll)).toBeUndefined()
  expect((await small.ask(other, countAll))?.count).toBe(9)
  // A version that was evicted waits: the two would evict each other with each search.
  expect(await isKept(small, version)).toBe(false)
  expect((await small.ask(other, countAll))?.count).toBe(9)
  await small.close()
})

test.each([
  { what: 'than the budget', budget: 1 << 20, rows: ROWS },
  { what: 'than a memory can be', budget: 2 ** 50, rows: 2 ** 30 },
])(
  'a version that is larger $what is looked at once, however often it is searched',
  async ({ budget, rows }) => {
    let asked = 0
    const olap: Olap = {
      ...system.olap,
      async ask<Row>(query: Ask<Row>) {
        asked += 1
        if (/^SELECT count\(\) AS rows/.test(query.sql)) return [query.row.parse({ rows })]
        return await system.olap.ask(query)
      },
    }
    said.length = 0
    const tiny = openMemoryColumns({ olap, log, budget })
    expect(await isKept(tiny, version)).toBe(false)
    expect(asked).toBeGreaterThan(0)
    const before = asked
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000)
    for (const revision of [0, 1]) expect(await isKept(tiny, { ...version, revision })).toBe(false)
    expect(asked).toBe(before)
    expect(said).toEqual([expect.stringMatching(/^The columns of a version are not kept in memory/)])
    await tiny.close()
  },
)

test('leads that are removed are in no answer under the new revision, and a former revision is given up', async () => {
  const few = leads.slice(0, 50)
  await storeVersion(system.olap, { datasetNo: 7, version: 1, columns: sampleColumns, leads: few })
  const kept = openMemoryColumns({ olap: system.olap, log, budget: 1 << 30 })
  const before = { datasetNo: 7, version: 1, revision: 0 }
  const after = { ...before, revision: 1 }
  expect(await isKept(kept, before)).toBe(true)
  await system.olap.write(`DELETE FROM ${leadTable(7, 1)} WHERE row <= 20`)
  expect(await kept.ask(after, countAll)).toBeUndefined()
  expect(await isKept(kept, after)).toBe(true)
  expect((await kept.ask(after, countAll))?.count).toBe(30)
  const page = { keys: [], byPlace: false, offset: 0, limit: 50 }
  const rows = (await kept.ask(after, { ...countAll, page }))?.page.map(({ row }) => row)
  expect(rows).toEqual(Array.from({ length: 30 }, (_, i) => i + 21))
  expect(await kept.ask(before, countAll)).toBeUndefined()
  await kept.close()
})

test('a version whose leads are removed while it is read is not kept', async () => {
  await storeVersion(system.olap, {
    datasetNo: 8,
    version: 1,
    columns: sampleColumns,
    leads: leads.slice(0, 50),
  })
  const olap = {
    ...system.olap,
    stream: async (query: StreamSelect) => {
      await system.olap.write(`DELETE FROM ${leadTable(8, 1)} WHERE row = 1`)
      return await system.olap.stream(query)
    },
  }
  const kept = openMemoryColumns({ olap, log, budget: 1 << 30 })
  expect(await isKept(kept, { datasetNo: 8, version: 1, revision: 0 })).toBe(false)
  await kept.close()
})

test('one answer of a sample is compared with the engine; where it differs the version is forgotten', async () => {
  const compared: { differences: readonly string[] }[] = []
  const check: ColumnsCheck = {
    isDue: () => true,
    onCompared: (differences) => void compared.push({ differences }),
  }
  const search = async (kept: MemoryColumns) =>
    await searchLeads(deps(kept, check), sampleScope('cmp_one'), {
      dataset,
      request: { q: 'state:TX employees:>3', facets: ['industry'], limit: 3 },
    })
  await search(columns)
  await vi.waitFor(() => expect(compared).toEqual([{ differences: [] }]), { timeout: 60_000 })
  const forgotten: KeptVersion[] = []
  const wrong: MemoryColumns = {
    ...columns,
    namesOf: (...asked) => columns.namesOf(...asked),
    ask: async (...asked) => {
      const answer = await columns.ask(...asked)
      return answer && { ...answer, count: answer.count + 1 }
    },
    forget: (one) => void forgotten.push(one),
  }
  await search(wrong)
  await vi.waitFor(() => expect(compared[1]).toEqual({ differences: ['count'] }), { timeout: 60_000 })
  expect(forgotten).toMatchObject([version])
})

test('an aborted search does not get an answer, and a closed store keeps nothing', async () => {
  const kept = openMemoryColumns({ olap: system.olap, log, budget: 1 << 30 })
  expect(await isKept(kept, version)).toBe(true)
  const aborted = AbortSignal.abort(new Error('gone on'))
  await expect(kept.ask(version, countAll, { signal: aborted })).rejects.toThrow('gone on')
  kept.forget(version)
  expect(await kept.ask(version, countAll)).toBeUndefined()
  expect(await isKept(kept, version)).toBe(false)
  await kept.close()
  expect(kept.namesOf({ ...version, revision: 9 }, sampleColumns)).toBeUndefined()
})

test.each(['plans', 'fills'] as const)(
  'a store that is closed while it %s stops reading at once',
  async (at) => {
    const begun = Promise.withResolvers<void>()
    const olap = {
      ...system.olap,
      stream: async (query: StreamSelect) => {
        const stream = await system.olap.stream(query)
        begun.resolve()
        return stream
      },
    }
    const kept = openMemoryColumns({ olap, log, budget: 1 << 30 })
    kept.namesOf(version, sampleColumns)
    if (at === 'fills') await begun.promise
    await kept.close()
    expect(kept.namesOf(version, sampleColumns)).toBeUndefined()
  },
)

test('a question that the columns cannot answer costs the version, not the process', async () => {
  const kept = openMemoryColumns({ olap: system.olap, log, budget: 1 << 30 })
  expect(await isKept(kept, version)).toBe(true)
  const unknown = { ...countAll, facets: [{ column: 'c_none', named: [] }] }
  expect(await kept.ask(version, unknown)).toBeUndefined()
  expect(said.at(-1)).toContain('The columns in memory did not answer')
  expect(await kept.ask(version, countAll)).toBeUndefined()
  await kept.close()
})
