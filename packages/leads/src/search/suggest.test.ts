import { openLimiter } from '@freeor/kernel/limiter'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSuggestTable } from '../dictionaries/create-lead-table.ts'
import { suggestTable } from '../dictionaries/lead-table.ts'
import type { SearchDataset } from './ports.ts'
import { suggestValues } from './suggest.ts'

let system: TestOlap
const statements = openLimiter({ concurrency: 8 })

/** The columns `few` and `many` hold the same values; `many` also has some that contain no text below. */
const columns = ['few', 'many'].map((key) => ({ key, suggest: true, contact: false }))
const dataset = { datasetNo: 8, dictionary: { version: 1, columns } } as unknown as SearchDataset

beforeAll(async () => {
  system = await testOlap()
  const [create = ''] = fillSuggestTable(8, 1, [])
  await system.olap.write(create)
  const fill = (key: string, value: string, count: string, from: string) =>
    system.olap.write(
      `INSERT INTO ${suggestTable(8, 1)} SELECT '${key}', ${value} AS value, lowerUTF8(value), ${count} FROM ${from}`,
    )
  const words =
    "['Houston','HOU_SE','West Houston','Hou%','É hou','Straße','hou\\\\se','Ho','Chou','東京 hou','Ünited']"
  const word = `arrayElement(${words}, number % 11 + 1)`
  const value = `if(number < 11, ${word}, concat(${word}, ' ', toString(intDiv(number, 11))))`
  for (const key of ['few', 'many']) await fill(key, value, 'number % 7', 'numbers(700)')
  await fill('many', "concat('#', toString(number))", '1', 'numbers(30001)')
})
afterAll(() => system.close())

test.each([
  'ho',
  'hou',
  'HOU',
  'hou ',
  'u%',
  'u_s',
  '\\se',
  'é h',
  'straß',
  'ünited',
  '東京',
  'ouston 1',
  'nothing',
  '  ',
])(
  'values for %o are the same from memory (a column with few) and from the index (a column with many)',
  async (q) => {
    const ask = async (column: string) =>
      (await suggestValues({ olap: system.olap, statements }, dataset, { column, q })).values
    const few = await ask('few')
    expect(few).toEqual(await ask('many'))
    if (!['nothing', 'u%', '  '].includes(q)) expect(few.length).toBeGreaterThan(0)
  },
)
