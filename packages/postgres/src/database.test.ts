import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('text sorts and compares by code point in UTF-8, on every machine', async () => {
  const { rows } = await database.db.execute(
    sql`SELECT v FROM (VALUES ('b'), ('B'), ('a'), ('é'), ('z')) AS t(v) ORDER BY v`,
  )
  expect(rows.map((row) => row.v)).toEqual(['B', 'a', 'b', 'z', 'é'])
})

test('a transaction that throws leaves nothing behind', async () => {
  await database.db.execute(sql`CREATE TABLE kept (n int)`)
  await expect(
    database.db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO kept VALUES (1)`)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  const { rows } = await database.db.execute(sql`SELECT count(*)::int AS n FROM kept`)
  expect(rows).toEqual([{ n: 0 }])
})
