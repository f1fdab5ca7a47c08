import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparedOnce } from './prepared.ts'

let database: TestDatabase

const numbers = pgTable('prepared_numbers', { n: integer('n').notNull() })
let built = 0
const countFrom = preparedOnce((tx) => {
  built += 1
  return tx
    .select({ n: numbers.n })
    .from(numbers)
    .where(sql`${numbers.n} >= ${sql.placeholder('least')}`)
    .prepare('prepared_numbers_from')
})

beforeAll(async () => {
  database = await testDatabase()
  await database.db.execute(sql`CREATE TABLE prepared_numbers (n int NOT NULL)`)
  await database.db.execute(sql`INSERT INTO prepared_numbers SELECT generate_series(1, 10)`)
})
afterAll(async () => await database.close())

test('a statement is built once per database, and each call gets its own values, also in parallel', async () => {
  const found = await Promise.all(
    Array.from({ length: 30 }, (_, i) => countFrom(database.db).execute({ least: i })),
  )
  expect(found.map((rows) => rows.length)).toEqual(
    Array.from({ length: 30 }, (_, i) => Math.max(0, Math.min(10, 11 - i))),
  )
  expect(built).toBe(1)
})

test('in a transaction it sees what that transaction wrote, and it survives a new column', async () => {
  await database.db.transaction(async (tx) => {
    await tx.insert(numbers).values({ n: 100 })
    expect(await countFrom(tx).execute({ least: 50 })).toEqual([{ n: 100 }])
    expect(await countFrom(database.db).execute({ least: 50 })).toEqual([])
  })
  await database.db.execute(sql`ALTER TABLE prepared_numbers ADD COLUMN more text`)
  expect(await countFrom(database.db).execute({ least: 50 })).toEqual([{ n: 100 }])
})
