import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/** Where the database of the running server is. */
export async function announcedDatabase(): Promise<string> {
  return JSON.parse(await readFile(join(inject('dataDir'), 'engines.json'), 'utf8')).databaseUrl
}

/** Work in the database of the running server, for what no page does. */
export async function withDatabase<T>(work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: await announcedDatabase() })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}
