import { openLimiter } from '@freeor/kernel/limiter'
import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suggestTable } from '../dictionaries/lead-table.ts'
import { listColumnValues } from './list-column-values.ts'

let system: TestOlap
const statements = openLimiter({ concurrency: 8 })
const column = (key: string) => ({ datasetNo: 7, revision: 0, version: 1, key })

beforeAll(async () => {
  system = await testOlap()
  const table = suggestTable(7, 1)
  await system.olap.write(
    `CREATE TABLE ${table} (column LowCardinality(String), value String, lower_value String, count UInt64)
     ENGINE = MergeTree ORDER BY (column, lower_value)`,
  )
  await system.olap.write(
    `INSERT INTO ${table} SELECT 'few', concat('V', toString(number)), concat('v', toString(number)), number % 3
     FROM numbers(30000)`,
  )
  await system.olap.write(
    `INSERT INTO ${table} SELECT 'many', toString(number), toString(number), 1 FROM numbers(30001)`,
  )
})
afterAll(() => system.close())

test('a column of few values is read once, those of most leads first, however many ask at the same time', async () => {
  let asked = 0
  const ask: TestOlap['olap']['ask'] = async (query) => {
    asked++
    return await system.olap.ask(query)
  }
  const olap: TestOlap['olap'] = Object.create(system.olap, { ask: { value: ask } })
  const all = await Promise.all(
    Array.from({ length: 20 }, () => listColumnValues({ olap, statements }, column('few'))),
  )
  expect(all[0]).toHaveLength(30_000)
  expect(all[0]?.slice(0, 2)).toEqual([
    { value: 'V10001', lower: 'v10001', count: 2 },
    { value: 'V10004', lower: 'v10004', count: 2 },
  ])
  expect(asked).toBe(2)
})

test('a column of many values is left to the engine', async () => {
  expect(await listColumnValues({ olap: system.olap, statements }, column('many'))).toBeUndefined()
})

test('what could not be read is read again', async () => {
  const asking = { olap: Object.create(system.olap) as TestOlap['olap'], statements }
  const missing = { ...column('few'), version: 2 }
  await expect(listColumnValues(asking, missing)).rejects.toMatchObject({ code: 'internal' })
  await system.olap.write(`CREATE TABLE ${suggestTable(7, 2)} AS ${suggestTable(7, 1)}`)
  expect(await listColumnValues(asking, missing)).toEqual([])
})

test('the columns unused for the longest time are removed first', async () => {
  const asking = { olap: Object.create(system.olap) as TestOlap['olap'], statements }
  const list = async (version: number) => await listColumnValues(asking, { ...column('few'), version })
  for (let version = 3; version <= 13; version++)
    await system.olap.write(`CREATE TABLE ${suggestTable(7, version)} AS ${suggestTable(7, 1)}`)
  for (let version = 3; version <= 13; version++)
    await system.olap.write(
      `INSERT INTO ${suggestTable(7, version)} SELECT * FROM ${suggestTable(7, 1)} WHERE column = 'few'`,
    )
  const first = await list(3)
  const second = await list(4)
  for (let version = 5; version <= 12; version++) await list(version)
  expect(await list(3)).toBe(first)
  await list(13)
  expect(await list(3)).toBe(first)
  const again = await list(4)
  expect(again).not.toBe(second)
  expect(again).toEqual(second)
})
