import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateDatabase } from './migrate.ts'

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'freeor-migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

test('processes that start at the same time apply each migration exactly once', async () => {
  const when = Date.UTC(2100, 0, 1)
  await mkdir(join(folder, 'meta'))
  await writeFile(
    join(folder, '0000_first.sql'),
    'CREATE TABLE applied (n int);\nINSERT INTO applied VALUES (1);',
  )
  await writeFile(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({
      version: '7',
      dialect: 'postgresql',
      entries: [{ idx: 0, version: '7', when, tag: '0000_first', breakpoints: true }],
    }),
  )
  await Promise.all([1, 2, 3].map(() => migrateDatabase(database.pool, folder)))
  const { rows } = await database.pool.query('SELECT n FROM applied')
  expect(rows).toEqual([{ n: 1 }])
})

test('a folder without migrations is a mistake, not an empty database', async () => {
  await expect(migrateDatabase(database.pool, join(folder, 'missing'))).rejects.toThrow(/_journal/)
})
