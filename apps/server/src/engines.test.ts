import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { openEngines } from './engines.ts'
import { newDataFolder } from './testing/server-process.ts'

let folder: Awaited<ReturnType<typeof newDataFolder>>
beforeAll(async () => {
  folder = await newDataFolder()
})
afterAll(async () => await folder.remove())

const open = async (variables: Record<string, string>) =>
  await openEngines(readConfig({ FREEOR_DATA: folder.dataDir, ...variables }), () => undefined)

test('a PostgreSQL that does not answer or refuses the login is named by its variable', async () => {
  const DATABASE_URL = 'postgres://freeor:hush@127.0.0.1:9/freeor'
  const refused = open({ SITES: 'courses', DATABASE_URL })
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(/^PostgreSQL at DATABASE_URL cannot be used: .*ECONNREFUSED/)
  await expect(refused).rejects.not.toThrow(/hush/)
})

test('a ClickHouse that does not answer is named by its variable', async () => {
  const database = await testDatabase()
  try {
    const CLICKHOUSE_URL = 'http://freeor:hush@127.0.0.1:9'
    const refused = open({ DATABASE_URL: database.url, CLICKHOUSE_URL })
    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow(/^ClickHouse at CLICKHOUSE_URL .*ECONNREFUSED/)
  } finally {
    await database.close()
  }
})

test('a data folder that is a file is refused with the variable to set', async () => {
  const file = join(folder.dataDir, 'a-file')
  await writeFile(file, '')
  for (const FREEOR_DATA of [file, join(file, 'below')])
    await expect(open({ FREEOR_DATA })).rejects.toMatchObject({
      name: 'DataFolderUnusable',
      message: expect.stringMatching(/a-file.* cannot be used .*Set FREEOR_DATA/),
    })
})
