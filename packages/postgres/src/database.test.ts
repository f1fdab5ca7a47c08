import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'

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

test('a server that drops the connection inside a transaction fails that transaction and nothing else', async () => {
  const broken: string[] = []
  const { db, close } = openDatabase(database.url, {
    onIdleError: (error) => broken.push(error.message),
  })
  try {
    const transaction = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
      await database.db.execute(sql`SELECT pg_terminate_backend(${rows[0]?.pid})`)
      await vi.waitFor(() => expect(broken).not.toEqual([]), { timeout: 60_000 })
      await tx.execute(sql`SELECT 1`)
    })
    await expect(transaction).rejects.toThrow()
    expect((await db.execute(sql`SELECT 1 AS n`)).rows).toEqual([{ n: 1 }])
  } finally {
    await close()
  }
})

test('a transaction whose BEGIN fails gives its connection back', async () => {
  const { db, pool, close } = openDatabase(database.url, { connections: 1 })
  pool.on('acquire', (client) => client.connection.stream.destroy())
  await expect(db.transaction(async () => undefined)).rejects.toThrow()
  pool.removeAllListeners('acquire')
  expect(await db.transaction(async (tx) => (await tx.execute(sql`SELECT 1 AS n`)).rows)).toEqual([{ n: 1 }])
  await close()
})
