import { testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createLeadTable } from '../../dictionaries/create-lead-table.ts'
import { leadTable } from '../../dictionaries/lead-table.ts'
import { separateDuplicates } from './finish-version.ts'

const BLOCKS = 12
const BLOCK_ROWS = 100_000
let system: Awaited<ReturnType<typeof testOlap>>

beforeAll(async () => {
  system = await testOlap()
})
afterAll(() => system.close())

test('no lead that shares an identity is lost or added, whichever blocks of the import hold them', async () => {
  const tables = { datasetNo: 1, version: 1, previous: 0, columns: [] }
  const table = leadTable(1, 1)
  await system.olap.write(createLeadTable(1, 1, []))
  // Block by block, as an import stores them: the first and the last block hold a lead that is there twice.
  for (let block = 0; block < BLOCKS; block++) {
    const isTwin = `number = 5 AND ${block} IN (0, ${BLOCKS - 1})`
    const row = `${block * BLOCK_ROWS} + number`
    await system.olap.write(
      `INSERT INTO ${table} (lead_id, row) SELECT if(${isTwin}, 7, ${row} + 1000), ${row} FROM numbers(${BLOCK_ROWS})`,
    )
  }

  expect(await separateDuplicates(system.olap, tables)).toBe(1)
  const rows = BLOCKS * BLOCK_ROWS
  const [found] = await system.olap.ask({
    sql: `SELECT count() AS leads, uniqExact(lead_id) AS ids, uniqExact(row) AS lines, countIf(lead_id = 7) AS kept FROM ${table}`,
    row: z.record(z.string(), z.coerce.number()),
  })
  expect(found).toEqual({ leads: rows, ids: rows, lines: rows, kept: 1 })
})

test('twins are found in whichever range of ids they are counted', async () => {
  const tables = { datasetNo: 2, version: 1, previous: 0, columns: [] }
  const table = leadTable(2, 1)
  await system.olap.write(createLeadTable(2, 1, []))
  // Ids all over, the lowest and the highest among them, each a second time for every tenth.
  const id = (number: string) =>
    `multiIf(${number} = 0, 0, ${number} = 10, 18446744073709551615, sipHash64(${number}))`
  await system.olap.write(
    `INSERT INTO ${table} (lead_id, row) SELECT ${id('number')}, number FROM numbers(1000)`,
  )
  await system.olap.write(
    `INSERT INTO ${table} (lead_id, row) SELECT ${id('number * 10')}, 1000 + number FROM numbers(100)`,
  )

  expect(await separateDuplicates(system.olap, tables, { atOnce: 150 })).toBe(100)
  const [found] = await system.olap.ask({
    sql: `SELECT count() AS leads, uniqExact(lead_id) AS ids, uniqExact(row) AS lines FROM ${table}`,
    row: z.record(z.string(), z.coerce.number()),
  })
  expect(found).toEqual({ leads: 1100, ids: 1100, lines: 1100 })
})
