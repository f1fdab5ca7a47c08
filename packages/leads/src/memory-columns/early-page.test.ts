import type { Ask, Olap } from '@freeor/clickhouse/olap'
import { AppError } from '@freeor/kernel/errors'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleColumns } from '../query/testing.ts'
import { differencesOf } from '../search/compare-answers.ts'
import { searchLeads } from '../search/queries.ts'
import { sampleScope, storeVersion } from '../search/testing.ts'
import { openMemoryColumns } from './open-memory-columns.ts'
import type { MemoryColumns } from './ports.ts'
import { datasetOf, isKept, leadsOf, searchDeps } from './testing.ts'

const version = { datasetNo: 5, version: 1, revision: 0 }
/** Three blocks, the last of them not full: fewer than two whole ones are kept by one thread. */
const ROWS = 17_000
const request = {
  q: 'state:TX',
  sort: [{ column: 'employees', direction: 'desc' as const }],
  facets: ['industry'],
  limit: 5,
}

let system: TestOlap

beforeAll(async () => {
  system = await testOlap()
  const leads = leadsOf(ROWS)
  await storeVersion(system.olap, { ...version, columns: sampleColumns, leads, granule: 2_048 })
})
afterAll(async () => await system.close())

const search = async (olap: Olap, columns?: MemoryColumns) =>
  await searchLeads(searchDeps(olap, version.datasetNo, columns), sampleScope('cmp_one'), {
    dataset: datasetOf(version.datasetNo, { version: version.version, rows: ROWS }),
    request,
  })

/** The engine; `onRows` runs before it reads the leads of a page that the columns have found. */
const engineWith = (onRows: () => void): Olap => ({
  ...system.olap,
  async ask<Row>(query: Ask<Row>) {
    if (query.sql.includes('row IN {rows')) onRows()
    return await system.olap.ask(query)
  },
})

/** Columns that answer only when something else has happened. */
const waiting = (columns: MemoryColumns, until: Promise<void>): MemoryColumns => ({
  ...columns,
  namesOf: (...asked) => columns.namesOf(...asked),
  async ask(...asked) {
    const answer = await columns.ask(...asked)
    await until
    return answer
  },
})

test.each([1, 2])('the engine reads the leads of a page while %d threads count the rest', async (threads) => {
  const columns = openMemoryColumns({ olap: system.olap, log: () => {}, budget: 1 << 30, threads, slice: 1 })
  expect(await isKept(columns, version)).toBe(true)
  const isRead = Promise.withResolvers<void>()
  const found = await search(engineWith(isRead.resolve), waiting(columns, isRead.promise))
  expect(found.rows).toHaveLength(request.limit)
  expect(differencesOf(found, await search(system.olap))).toEqual([])
  // What fails while nobody waits for it fails the search, not the process.
  const isOver = Promise.withResolvers<void>()
  const fail = () => {
    setImmediate(isOver.resolve)
    throw new AppError('unavailable', 'The engine is gone')
  }
  const failing = search(engineWith(fail), waiting(columns, isOver.promise))
  await expect(failing).rejects.toThrow('The engine is gone')
  await columns.close()
})
