import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { leadTable } from '../../dictionaries/lead-table.ts'
import type { PlainLead } from '../../query/evaluate-query.ts'
import type { Column } from '../../schema.ts'
import { storeVersion } from '../../search/testing.ts'

let system: TestOlap
let version = 0

beforeAll(async () => {
  system = await testOlap()
})
afterAll(() => system.close())

const flags = { group: 'All', contact: false, facet: false, suggest: false }
const place = { state: '', county: '', city: '', zip: '', lat: Number.NaN, lon: Number.NaN }

/** Stores the cells as a column of a version; gives the column's type and its cells afterwards. */
async function stored(cells: readonly (number | null)[]) {
  version += 1
  const column: Column = { key: 'n', label: 'n', kind: 'number', from: 'n', ...flags }
  const leads = cells.map(
    (n): PlainLead => ({
      ...place,
      cells: { n },
      firstSeen: 1,
      changed: 1,
      isOnRegistry: false,
      isGone: false,
    }),
  )
  await storeVersion(system.olap, { datasetNo: 1, version, columns: [column], leads })
  const [found] = await system.olap.ask({
    sql: `SELECT any(toTypeName(c_n)) AS type, groupArray(tuple(c_n)) AS held
      FROM (SELECT c_n FROM ${leadTable(1, version)} ORDER BY row)`,
    row: z.object({ type: z.string(), held: z.array(z.tuple([z.number().nullable()])) }),
  })
  return { type: found?.type, cells: found?.held.map(([n]) => n) }
}

test.each([
  ['UInt8', [0, 255, null, 7]],
  ['UInt16', [256, 65_535, 1]],
  ['UInt32', [65_536, 4_294_967_295, null]],
  ['Int8', [-128, 127, null]],
  ['Int16', [-129, 32_767]],
  ['Int32', [-32_769, 2_147_483_647]],
  // Beyond 32 bits, or with a fraction in a single cell, even if it is the last.
  ['Float64', [4_294_967_296, 1]],
  ['Float64', [-2_147_483_649, 1]],
  ['Float64', [...Array.from({ length: 500 }, (_, i) => i), 0.5]],
  // Without a single number.
  ['UInt8', [null, null]],
])(
  '%s is the narrowest type that holds the numbers of a column, and no number changes: case %#',
  async (type, cells) => {
    expect(await stored(cells)).toEqual({ type: `Nullable(${type})`, cells })
  },
)
