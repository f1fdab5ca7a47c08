import { Readable } from 'node:stream'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { columnName, columnType } from '../dictionaries/lead-table.ts'
import { knownPlaces } from '../geography/known-places.ts'
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

async function makeTable(name: string, leads: readonly PlainLead[]) {
  const cells = sampleColumns.map((column) => `${columnName(column)} ${columnType(column.kind)}`).join(', ')
  const structure = `row UInt64, first_seen UInt32, changed UInt32, p_state LowCardinality(String),
    p_county LowCardinality(String), p_city LowCardinality(String), p_zip LowCardinality(String), p_lat Float64,
    p_lon Float64, ${cells}`
  await house.olap.write(
    `CREATE TABLE freeor.${name} (${structure},
      INDEX i_lat p_lat TYPE minmax GRANULARITY 1, INDEX i_lon p_lon TYPE minmax GRANULARITY 1,
      INDEX i_county p_county TYPE set(64) GRANULARITY 1, INDEX i_zip p_zip TYPE bloom_filter GRANULARITY 1,
      INDEX i_company lowerUTF8(c_company) TYPE text(tokenizer = ngrams(3)),
      INDEX i_about lowerUTF8(c_about) TYPE text(tokenizer = ngrams(3)))
     ENGINE = MergeTree ORDER BY (p_state, p_city, p_zip, row) SETTINGS index_granularity = 8`,
  )
  const lines = leads.map((lead, row) =>
    JSON.stringify({
      ...{ row, first_seen: lead.firstSeen, changed: lead.changed, p_state: lead.state, p_county: lead.county },
      ...{ p_city: lead.city, p_zip: lead.zip },
      ...{ p_lat: Number.isNaN(lead.lat) ? 'nan' : lead.lat, p_lon: Number.isNaN(lead.lon) ? 'nan' : lead.lon },
      ...Object.fromEntries(Object.entries(lead.cells).map(([key, value]) => [`c_${key}`, value])),
    }),
  )
  await house.olap.insert({
    sql: `INSERT INTO freeor.${name} SELECT * FROM input('${structure}')`,
    format: 'JSONEachRow',
    body: Readable.from([Buffer.from(lines.join('\n'))]),
  })
}

const answer = z.object({ q: z.coerce.number(), rows: z.array(z.coerce.number()) })

/** The rows each query finds: every other one by WHERE with its indexes, the rest as a plain expression. */
async function askAll(table: string, queries: readonly Node[]): Promise<Map<number, number[]>> {
  const binder = openBinder()
  const from = `freeor.${table}`
  const byIndex: string[] = []
  const inOneScan: string[] = []
  for (const [i, query] of queries.entries()) {
    const condition = compileNode(query, context, binder)
    if (i % 2 === 0) {
      byIndex.push(`SELECT ${i} AS q, arraySort(groupArray(row)) AS rows FROM ${from} WHERE ${condition}`)
    } else inOneScan.push(`(${i}, arraySort(groupArrayIf(row, ${condition})))`)
  }
  const scan = `SELECT found.1 AS q, found.2 AS rows FROM
    (SELECT arrayJoin([${inOneScan.join(', ')}]) AS found FROM ${from})`
  const answers = await house.olap.ask({
    sql: [...byIndex, scan].join(' UNION ALL '),
    params: binder.params,
    row: answer,
    caps: { seconds: 60, bytes: 1 << 30 },
  })
  return new Map(answers.map(({ q, rows }) => [q, rows]))
}

async function compare(table: string, leads: readonly PlainLead[], queries: readonly Node[]) {
  const answers = await askAll(table, queries)
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
  for (let round = 0; round < 4; round++) {
    const leads = fc.sample(anyLead, { numRuns: 60, seed: seed + round })
    await makeTable(`random_${round}`, leads)
    for (let batch = 0; batch < 200; batch++) {
      const queries = fc.sample(anyQuery, { numRuns: 25, seed: seed + round * 1000 + batch })
      await compare(`random_${round}`, leads, queries)
    }
  }
}, 120_000)
