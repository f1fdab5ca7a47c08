import { type TestOlap, testOlap } from '@freeor/testing/olap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { knownPlaces } from '../geography/known-places.ts'
import { openMemoryColumns } from '../memory-columns/open-memory-columns.ts'
import type { MemoryColumns } from '../memory-columns/ports.ts'
import {
  listedIds,
  sampleMarks,
  storeLeadNotes,
  storeOwnList,
  storeVersion,
  storeZipLists,
} from '../search/testing.ts'
import { type Node, topLevel } from './ast.ts'
import { openBinder } from './binder.ts'
import { conditionOf } from './compile-condition.ts'
import { compileNode, compileSteps } from './compile-query.ts'
import { doesMatch, type PlainLead } from './evaluate-query.ts'
import { printQuery } from './print-query.ts'
import { filterClauses } from './steps.ts'
import { anyLead, anyQuery, sampleColumns } from './testing.ts'

const counties = new Map<string, readonly { fips: string }[]>()
const context = {
  columns: sampleColumns,
  places: {
    ...knownPlaces,
    findCounty(name: string, state?: string) {
      const key = `${name}|${state}`
      const found = counties.get(key) ?? knownPlaces.findCounty(name, state)
      counties.set(key, found)
      return found
    },
  },
  zipLists: new Map([['zip_k3', ['77002', '00501']]]),
  ownLists: new Map([['lst_k3', 'k3']]),
}
let system: TestOlap

let memory: MemoryColumns

beforeAll(async () => {
  system = await testOlap()
  memory = openMemoryColumns({ olap: system.olap, log: () => undefined, budget: 1 << 28 })
  await storeZipLists(system.olap, context.zipLists)
})
afterAll(async () => {
  await memory.close()
  await system.close()
})

/** What the company says of the leads of a version. */
const notesOf = (version: number) => ({ companyId: 'cmp_one', datasetNo: version, revision: 2 })

const answer = z.object({ q: z.coerce.number(), found_rows: z.array(z.coerce.number()) })

/**
 * The rows each query finds: every eighth query runs as a search does, in steps and with indexes, the rest as plain
 * expressions. The engine spends its time reading and analyzing texts, and a separate SELECT costs it twice as much as
 * an expression.
 */
async function askAll(version: number, queries: readonly Node[]): Promise<Map<number, number[]>> {
  const binder = openBinder()
  const from = leadTable(1, version)
  const ownLists = new Map([['lst_k3', `k${version}`]])
  const of = { ...context, marks: sampleMarks(1, version), ownLists, notes: notesOf(version) }
  const byIndex: string[] = []
  const inOneScan: string[] = []
  for (const [i, query] of queries.entries()) {
    if (i % 8 === 0) {
      const steps = topLevel(query).map((part) => compileSteps(part, of, binder))
      byIndex.push(
        `SELECT ${i} AS q, arraySort(groupArray(row)) AS found_rows FROM ${from} ${filterClauses(steps)}`,
      )
    } else inOneScan.push(`(${i}, arraySort(groupArrayIf(row, ${compileNode(query, of, binder)})))`)
  }
  const scan = `SELECT found.1 AS q, found.2 AS found_rows FROM
    (SELECT arrayJoin([${inOneScan.join(', ')}]) AS found FROM ${from})`
  const answers = await system.olap.ask({
    sql: [...byIndex, scan].join(' UNION ALL '),
    params: binder.params,
    row: answer,
    caps: { seconds: 60, bytes: 1 << 30 },
  })
  return new Map(answers.map(({ q, found_rows: rows }) => [q, rows.map((row) => row - 1)]))
}

/** The rows that a query finds in the columns in memory; undefined where they cannot tell. */
async function askColumns(version: number, query: Node): Promise<number[] | undefined> {
  const kept = { datasetNo: 1, version, revision: 0 }
  const names = memory.namesOf(kept, sampleColumns)
  const condition = names && conditionOf(query, { columns: sampleColumns, places: context.places, names })
  if (!condition) return undefined
  const page = { keys: [], byPlace: false, offset: 0, limit: LEADS }
  const nothingElse = { drops: false, unplaced: false, facets: [] }
  const answered = await memory.ask(kept, { parts: [condition], page, ...nothingElse })
  const rows = answered?.page.map(({ row }) => row - 1)
  expect(answered?.count).toBe(rows?.length)
  return rows
}

/** @returns how many queries agree: all of them, or the test has failed; and how many the columns answered */
async function compare(
  version: number,
  leads: readonly PlainLead[],
  queries: readonly Node[],
): Promise<{ agreed: number; byColumns: number }> {
  const answers = await askAll(version, queries)
  let byColumns = 0
  for (const [i, query] of queries.entries()) {
    const expected = leads.flatMap((lead, row) => (doesMatch(query, lead, context) ? [row] : []))
    const rows = answers.get(i)
    if (JSON.stringify(rows) !== JSON.stringify(expected)) {
      const wrong = [...new Set([...(rows ?? []), ...expected])].filter(
        (row) => rows?.includes(row) !== expected.includes(row),
      )
      expect.fail(
        `${printQuery(query)}\nengine ${rows}\nplain ${expected}\n${wrong.map((row) => JSON.stringify(leads[row])).join('\n')}`,
      )
    }
    const inColumns = await askColumns(version, query)
    if (inColumns === undefined) continue
    byColumns += 1
    if (JSON.stringify(inColumns) !== JSON.stringify(expected))
      expect.fail(`${printQuery(query)}\ncolumns ${inColumns}\nplain ${expected}`)
  }
  return { agreed: queries.length, byColumns }
}

/** 20,000 in the suite; more by `npm run simulate:queries`. */
const ROUNDS = Math.ceil((inject('simulationQueries') ?? 20_000) / 5_000)
/** Leads of a round. */
const LEADS = 60

test(
  'random queries find in the engine and in memory exactly the leads that the plain evaluator finds',
  async () => {
    const seed =
      (inject('simulationQueries') === undefined ? Date.now() : inject('simulationSeed')) & 0x7fffffff
    let compared = 0
    let inMemory = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const leads = fc.sample(anyLead, { numRuns: LEADS, seed: seed + round })
      await storeVersion(system.olap, { datasetNo: 1, version: round, columns: sampleColumns, leads })
      await storeOwnList(system.olap, `k${round}`, listedIds(leads))
      await storeLeadNotes(system.olap, round, leads)
      memory.namesOf({ datasetNo: 1, version: round, revision: 0 }, sampleColumns)
      await memory.settled()
      // Two statements at a time: the engine spends its time reading them.
      const streams = [0, 1].map(async (stream) => {
        for (let batch = stream; batch < 50; batch += 2) {
          const queries = fc.sample(anyQuery, { numRuns: 100, seed: seed + round * 1000 + batch })
          const { agreed, byColumns } = await compare(round, leads, queries)
          compared += agreed
          inMemory += byColumns
        }
      })
      await Promise.all(streams)
    }
    expect(compared).toBe(ROUNDS * 5_000)
    // The others ask for texts, polygons, uploaded lists, or what a company alone knows.
    expect(inMemory).toBeGreaterThan(compared / 4)
  },
  ROUNDS * 150_000,
)

const wordsAndSigns = [
  'Plumb',
  'plumbing',
  'PLUM',
  'Ä',
  'straße',
  'Σίσυφος',
  'É',
  '7',
  '24h',
  '東京',
  '🎈',
  'O',
  'x_y',
]
const gaps = [' ', ' & ', '-', "'s ", '%', '_', '\\', '  ', '.', ', ']

test('texts of several words, signs and other alphabets are found by the index wherever they occur', async () => {
  const seed = Date.now() & 0x7fffffff
  const name = fc
    .array(fc.tuple(fc.constantFrom(...wordsAndSigns), fc.constantFrom(...gaps)), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.flat().join('').trim())
  const names = fc.sample(name, { numRuns: 400, seed })
  const [base] = fc.sample(anyLead, { numRuns: 1, seed })
  if (!base) throw new Error('no lead')
  const leads = names.map((company) => ({ ...base, cells: { ...base.cells, company, about: '' } }))
  await storeVersion(system.olap, { datasetNo: 2, version: 1, columns: sampleColumns, leads })
  const piece = fc.tuple(fc.constantFrom(...names), fc.nat(40), fc.integer({ min: 1, max: 12 }))
  const texts = fc.sample(piece, { numRuns: 400, seed: seed + 1 }).flatMap(([whole, at, length]) => {
    const text = [...whole].slice(at, at + length).join('')
    return text.trim() === '' ? [] : [text, text.toUpperCase(), text.replaceAll(' ', '  ')]
  })
  for (let from = 0; from < texts.length; from += 60) {
    const binder = openBinder()
    const asked = texts.slice(from, from + 60).map((text): Node => {
      return { type: 'column', column: 'company', match: { op: 'contains', text } }
    })
    const selects = asked.map(
      (node, q) => `SELECT ${q} AS q, arraySort(groupArray(row)) AS found_rows FROM ${leadTable(2, 1)}
        WHERE ${compileNode(node, context, binder)}`,
    )
    const answers = await system.olap.ask({
      sql: selects.join(' UNION ALL '),
      params: binder.params,
      row: answer,
      caps: { seconds: 60, bytes: 1 << 30 },
    })
    for (const { q, found_rows: rows } of answers) {
      const text = texts[from + q] ?? ''
      const expected = names.flatMap((one, i) =>
        one.toLowerCase().includes(text.toLowerCase()) ? [i + 1] : [],
      )
      expect(rows, JSON.stringify(text)).toEqual(expected)
    }
  }
})
