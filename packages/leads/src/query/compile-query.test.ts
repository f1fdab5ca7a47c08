import { type TestOlap, testOlap } from '@freeor/testing/olap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import { knownPlaces } from '../geography/known-places.ts'
import { storeVersion } from '../search/testing.ts'
import type { Node } from './ast.ts'
import { openBinder } from './binder.ts'
import { compileNode } from './compile-query.ts'
import { doesMatch, type PlainLead } from './evaluate-query.ts'
import { printQuery } from './print-query.ts'
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
}
let house: TestOlap

beforeAll(async () => {
  house = await testOlap()
})
afterAll(() => house.close())

const answer = z.object({ q: z.coerce.number(), found_rows: z.array(z.coerce.number()) })

/** The rows each query finds: every fourth by WHERE with its indexes, the rest as a plain expression. */
async function askAll(version: number, queries: readonly Node[]): Promise<Map<number, number[]>> {
  const binder = openBinder()
  const from = leadTable(1, version)
  const byIndex: string[] = []
  const inOneScan: string[] = []
  for (const [i, query] of queries.entries()) {
    const condition = compileNode(query, context, binder)
    if (i % 4 === 0) {
      byIndex.push(
        `SELECT ${i} AS q, arraySort(groupArray(row)) AS found_rows FROM ${from} WHERE ${condition}`,
      )
    } else inOneScan.push(`(${i}, arraySort(groupArrayIf(row, ${condition})))`)
  }
  const scan = `SELECT found.1 AS q, found.2 AS found_rows FROM
    (SELECT arrayJoin([${inOneScan.join(', ')}]) AS found FROM ${from})`
  const answers = await house.olap.ask({
    sql: [...byIndex, scan].join(' UNION ALL '),
    params: binder.params,
    row: answer,
    caps: { seconds: 60, bytes: 1 << 30 },
  })
  return new Map(answers.map(({ q, found_rows: rows }) => [q, rows.map((row) => row - 1)]))
}

async function compare(version: number, leads: readonly PlainLead[], queries: readonly Node[]) {
  const answers = await askAll(version, queries)
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
  }
}

test('20,000 random queries find in the engine exactly the leads the plain evaluator finds', async () => {
  const seed = Date.now() & 0x7fffffff
  for (let round = 1; round <= 4; round++) {
    const leads = fc.sample(anyLead, { numRuns: 60, seed: seed + round })
    await storeVersion(house.olap, { datasetNo: 1, version: round, columns: sampleColumns, leads })
    // Two statements at a time: the engine spends its time on reading them.
    const lanes = [0, 1].map(async (lane) => {
      for (let batch = lane; batch < 200; batch += 2) {
        await compare(round, leads, fc.sample(anyQuery, { numRuns: 25, seed: seed + round * 1000 + batch }))
      }
    })
    await Promise.all(lanes)
  }
}, 300_000)
