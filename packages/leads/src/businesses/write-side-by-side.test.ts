import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { writeSideBySide } from './write-side-by-side.ts'

let engine: TestOlap

beforeAll(async () => {
  engine = await testOlap()
})

afterAll(async () => {
  await engine.close()
})

const add = (n: number) => `INSERT INTO freeor.told SELECT ${n} AS n, getSetting('max_threads') AS threads`

const told = async () =>
  await engine.olap.ask({
    sql: 'SELECT n, threads FROM freeor.told ORDER BY n',
    pool: 'writer',
    row: z.object({ n: z.coerce.number(), threads: z.coerce.number() }),
  })

test('every statement runs by one thread, and when one fails the others have ended', async () => {
  const rows = (ns: readonly number[]) => ns.map((n) => ({ n, threads: 1 }))
  await engine.olap.write('CREATE TABLE freeor.told (n UInt8, threads UInt64) ENGINE = MergeTree ORDER BY n')
  await writeSideBySide(engine.olap, [1, 2, 3, 4, 5].map(add), {})
  expect(await told()).toEqual(rows([1, 2, 3, 4, 5]))
  const failing = ['INSERT INTO freeor.missing SELECT 1', ...[6, 7, 8].map(add)]
  await expect(writeSideBySide(engine.olap, failing, {})).rejects.toMatchObject({ code: 'internal' })
  expect(await told()).toEqual(rows([1, 2, 3, 4, 5, 6, 7, 8]))
})
