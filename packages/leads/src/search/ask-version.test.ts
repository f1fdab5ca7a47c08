import { openLimiter } from '@freeor/kernel/limiter'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sampleColumns } from '../query/testing.ts'
import { askVersion } from './ask-version.ts'
import type { SearchDataset, SearchDeps } from './ports.ts'
import { suggestValues } from './suggest.ts'
import { storeVersion } from './testing.ts'

let system: TestOlap
beforeAll(async () => {
  system = await testOlap()
})
afterAll(() => system.close())

/** The engine, and the statements it was sent. */
function openCounted() {
  const asked: string[] = []
  const olap: SearchDeps['olap'] = {
    ask: async (query) => {
      asked.push(query.sql)
      return await system.olap.ask(query)
    },
  }
  return { asked, deps: { olap, statements: openLimiter({ concurrency: 4 }) } }
}

const row = z.object({ n: z.coerce.number() })
const statement = (n: number, revision = 0) => ({
  revision,
  sql: 'SELECT {n:UInt32} AS n',
  params: { n },
  row,
})

test('the engine is asked once for the same statement and values, and each engine separately', async () => {
  const { asked, deps } = openCounted()
  expect(await askVersion(deps, statement(1))).toEqual([{ n: 1 }])
  expect(await askVersion(deps, statement(2))).toEqual([{ n: 2 }])
  expect(await askVersion(deps, statement(1))).toEqual([{ n: 1 }])
  expect(asked).toHaveLength(2)
  const other = openCounted()
  await askVersion(other.deps, statement(1))
  expect(other.asked).toHaveLength(1)
})

test('under another revision of its dataset the same statement is asked again', async () => {
  const { asked, deps } = openCounted()
  for (const revision of [0, 1, 1]) await askVersion(deps, statement(7, revision))
  expect(asked).toHaveLength(2)
})

test('a statement that failed is asked again', async () => {
  const { asked, deps } = openCounted()
  const missing = { revision: 0, sql: 'SELECT n FROM freeor.not_there', row }
  await expect(askVersion(deps, missing)).rejects.toMatchObject({ code: 'internal' })
  await expect(askVersion(deps, missing)).rejects.toMatchObject({ code: 'internal' })
  expect(asked).toHaveLength(2)
})

test('the answer unused for the longest time is removed, and one that is too large is not kept', async () => {
  const { asked, deps } = openCounted()
  await askVersion(deps, statement(0))
  // The same cache of answers, filled without 500 calls of the engine.
  const filler = { ...deps, statements: { run: async <T>() => z.custom<T>().parse([{ n: 0 }]) } }
  for (let n = 1; n < 500; n++) await askVersion(filler, statement(n))
  await askVersion(deps, statement(0))
  expect(asked).toHaveLength(1)
  await askVersion(filler, statement(500))
  await askVersion(deps, statement(0))
  expect(asked).toHaveLength(1)
  await askVersion(deps, statement(1))
  expect(asked).toHaveLength(2)
  const large = { revision: 0, sql: "SELECT repeat('x', 1000000) AS x", row: z.object({ x: z.string() }) }
  await askVersion(deps, large)
  await askVersion(deps, large)
  expect(asked).toHaveLength(4)
})

test('without a cache of answers, the engine is asked each time', async () => {
  const { asked, deps } = openCounted()
  for (let i = 0; i < 3; i++)
    expect(await askVersion({ ...deps, answersKept: 0 }, statement(1))).toEqual([{ n: 1 }])
  expect(asked).toHaveLength(3)
})

test('a version is read once for its suggestions, and a new version again', async () => {
  const { asked, deps } = openCounted()
  const dataset = (version: number): SearchDataset => ({
    datasetNo: 31,
    revision: 0,
    dictionary: {
      ...{ dictId: 'x', name: 'X', description: '', columns: [...sampleColumns], rows: 2 },
      ...{ version, importedAt: null, versions: [], bounds: null },
    },
    versionColumns: new Map(),
  })
  const lead = {
    ...{ state: 'TX', county: '', city: '', zip: '', lat: Number.NaN, lon: Number.NaN },
    ...{ firstSeen: 1, changed: 1, isOnRegistry: false, isGone: false },
  }
  for (const [version, company] of [
    [1, 'Best Acme'],
    [2, 'acme'],
  ] as const) {
    const cells = Object.fromEntries(
      sampleColumns.map(({ key }) => [key, key === 'company' ? company : null]),
    )
    const texts = Object.fromEntries(
      sampleColumns
        .filter(({ key }) => key !== 'company')
        .map(({ key, kind }) => [key, isText(kind) ? '' : null]),
    )
    await storeVersion(system.olap, {
      ...{ datasetNo: 31, version, columns: sampleColumns },
      leads: [{ ...lead, cells: { ...cells, ...texts } }],
    })
  }
  const ask = (version: number) => suggestValues(deps, dataset(version), { column: 'company', q: 'acm' })
  expect((await ask(1)).values).toEqual([{ value: 'Best Acme', count: 1 }])
  expect((await ask(1)).values).toEqual([{ value: 'Best Acme', count: 1 }])
  expect(asked).toHaveLength(2)
  expect((await ask(2)).values).toEqual([{ value: 'acme', count: 1 }])
  expect(asked).toHaveLength(4)
})

const isText = (kind: string): boolean => !['number', 'money', 'date', 'boolean', 'lat', 'lon'].includes(kind)
