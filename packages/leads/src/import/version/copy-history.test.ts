import { testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createLeadTable } from '../../dictionaries/create-lead-table.ts'
import { leadTable } from '../../dictionaries/lead-table.ts'
import { copyHistory, readUsualHistory } from './copy-history.ts'

let system: Awaited<ReturnType<typeof testOlap>>

beforeAll(async () => {
  system = await testOlap()
})
afterAll(() => system.close())

/** Ids all over, the lowest and the highest among them. */
const id = 'multiIf(number = 0, 0, number = 10, 18446744073709551615, sipHash64(number)) AS lead_id'

async function write(table: string, select: string): Promise<void> {
  await system.olap.write(
    `INSERT INTO ${table} (lead_id, row, content, first_seen, changed) SELECT ${select}`,
  )
}

const numbers = z.record(z.string(), z.coerce.number())

async function countOf(table: string, condition: string): Promise<number | undefined> {
  const sql = `SELECT countIf(${condition}) AS leads, count() AS total FROM ${table}`
  const [found] = await system.olap.ask({ sql, row: numbers })
  expect(found?.total).toBe(1000)
  return found?.leads
}

test('each lead keeps its history, is changed or is new, in whichever range of ids it is', async () => {
  const tables = { datasetNo: 1, version: 4, previous: 3, columns: [] }
  const [before, after] = [leadTable(1, 3), leadTable(1, 4)]
  await system.olap.write(createLeadTable(1, 3, []))
  await system.olap.write(createLeadTable(1, 4, []))
  // Of 900 leads every third one came with version 2, and every fifth one changed in version 3.
  await write(
    before,
    `${id}, number, number, if(number % 3 = 0, 2, 1) AS since, if(number % 5 = 0, 3, since) FROM numbers(900)`,
  )
  const written = await readUsualHistory(system.olap, tables)
  expect(written).toEqual({ firstSeen: 1, changed: 1 })
  // A hundred of them are gone, two hundred are new, every seventh one is changed; in two blocks, in another order.
  for (const half of [0, 1])
    await write(
      after,
      `${id}, 2000 - number, if(number % 7 = 0, 5000, number), 1, 1 FROM numbers(100, 1000) WHERE number % 2 = ${half}`,
    )

  await copyHistory(system.olap, tables, { written, atOnce: 150 })
  const number = '2000 - row'
  const firstSeen = `if(${number} >= 900, 4, if((${number}) % 3 = 0, 2, 1))`
  const changed = `multiIf(${number} >= 900 OR (${number}) % 7 = 0, 4, (${number}) % 5 = 0, 3, (${number}) % 3 = 0, 2, 1)`
  expect(await countOf(after, `first_seen = ${firstSeen} AND changed = ${changed}`)).toBe(1000)
})

test('a version like the one before is not written again', async () => {
  const tables = { datasetNo: 2, version: 2, previous: 1, columns: [] }
  for (const version of [1, 2]) {
    await system.olap.write(createLeadTable(2, version, []))
    await write(leadTable(2, version), `${id}, number, number, 1, 1 FROM numbers(1000)`)
  }
  await copyHistory(system.olap, tables, { written: await readUsualHistory(system.olap, tables) })
  expect(await countOf(leadTable(2, 2), 'first_seen = 1 AND changed = 1')).toBe(1000)
  const [mutations] = await system.olap.ask({
    sql: "SELECT count() AS count FROM system.mutations WHERE table = 'leads_2_v2'",
    row: numbers,
    pool: 'writer',
  })
  expect(mutations).toEqual({ count: 0 })
})
