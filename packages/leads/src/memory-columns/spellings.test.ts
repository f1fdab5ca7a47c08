import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlainLead } from '../query/evaluate-query.ts'
import { sampleColumns } from '../query/testing.ts'
import { searchLeads } from '../search/queries.ts'
import { suggestValues } from '../search/suggest.ts'
import { sampleScope, storeVersion } from '../search/testing.ts'
import { openMemoryColumns } from './open-memory-columns.ts'
import type { MemoryColumns } from './ports.ts'
import { datasetOf, isKept, leadsOf, searchDeps } from './testing.ts'

const version = { datasetNo: 5, version: 1, revision: 0 }

/** Names in four spellings each, equally often, in an order that is another one for each name. */
const names = ['Bäcker', 'zoo', 'école', 'Straße', 'kiosk', 'Ärzte', 'hotel', 'Œuvre']
const spellingsOf = (name: string) => [
  name,
  name.toUpperCase().replace('SS', 'ß'),
  name.toLowerCase(),
  name.slice(0, 2).toLowerCase() + name.slice(2).toUpperCase().replace('SS', 'ß'),
]
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

let system: TestOlap
let columns: MemoryColumns
let rows: number

beforeAll(async () => {
  system = await testOlap()
  const texts = names.flatMap((name, i) => {
    const spellings = [...new Set(spellingsOf(name))]
    return [...spellings.slice(i % spellings.length), ...spellings.slice(0, i % spellings.length)]
  })
  const all = texts.flatMap((industry) => [industry, industry])
  rows = all.length
  const leads = leadsOf(rows).map(
    (lead, i): PlainLead => ({ ...lead, cells: { ...lead.cells, industry: all[i] as string } }),
  )
  await storeVersion(system.olap, { ...version, columns: sampleColumns, leads })
  columns = openMemoryColumns({ olap: system.olap, log: () => {}, budget: 1 << 30 })
  expect(await isKept(columns, version)).toBe(true)
})
afterAll(async () => {
  await columns.close()
  await system.close()
})

/** The first of each name's spellings, which are equally frequent. */
const expected = names.map((name) => spellingsOf(name).toSorted(byBytes)[0])

test.each(['columns in memory', 'the engine'])(
  'of equally frequent spellings of a value %s show the first by bytes',
  async (way) => {
    const ways: string[] = []
    const kept = way === 'the engine' ? undefined : columns
    const deps = {
      ...searchDeps(system.olap, version.datasetNo, kept),
      onAnswer: (by: string) => void ways.push(by),
    }
    const dataset = datasetOf(version.datasetNo, { version: version.version, rows })
    const { facets } = await searchLeads(deps, sampleScope('cmp_one'), {
      dataset,
      request: { facets: ['industry'], limit: 1 },
    })
    expect(ways.includes('columns')).toBe(kept !== undefined)
    expect(facets[0]?.values.map(({ value }) => value).toSorted()).toEqual(expected.toSorted())
  },
)

test('suggestions show the same spelling', async () => {
  const deps = searchDeps(system.olap, version.datasetNo)
  const dataset = datasetOf(version.datasetNo, { version: version.version, rows })
  for (const [i, name] of names.entries()) {
    const { values } = await suggestValues(deps, dataset, { column: 'industry', q: name.slice(0, 3) })
    expect(values.map(({ value }) => value)).toContain(expected[i])
  }
})
