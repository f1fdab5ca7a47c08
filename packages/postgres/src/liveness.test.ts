import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isAlive, showLife } from './liveness.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => await database.close())

const asked = async (work: string) => await database.db.transaction((tx) => isAlive(tx, work))

test('a sign of life is seen by its name while it is given, and no longer', async () => {
  expect(await asked('work 1')).toBe(false)
  const life = await showLife(database.db, 'work 1')
  expect([await asked('work 1'), await asked('work 2')]).toEqual([true, false])
  life.end()
  await vi.waitFor(async () => expect(await asked('work 1')).toBe(false), { timeout: 60_000 })
  await life.renew()
  expect(await asked('work 1')).toBe(false)
})

test('a sign of life ends with its connection, as at a kill, and a living process can give it again', async () => {
  const life = await showLife(database.db, 'work 3')
  await database.db.execute(sql`
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  await vi.waitFor(async () => expect(await asked('work 3')).toBe(false), { timeout: 60_000 })
  await vi.waitFor(
    async () => {
      await life.renew()
      expect(await asked('work 3')).toBe(true)
    },
    { timeout: 60_000 },
  )
  life.end()
})
