import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@freeor/postgres/database'
import { migrateDatabase, migrationsFolder } from '@freeor/postgres/migrate'
import type pg from 'pg'
import { inject } from 'vitest'
import { execute, withDatabase } from './postgres.ts'

type Journal = { readonly entries: readonly { readonly idx: number; readonly tag: string }[] }

/** A database that is brought forward one migration at a time, as versions of the product did it one after the other. */
export type OldDatabase = {
  readonly url: string
  readonly pool: pg.Pool
  /** The names of all migrations, in their order. */
  readonly migrations: readonly string[]
  /** Applies the migrations up to that one. */
  migrateTo(migration: string): Promise<void>
  /** How many rows each table has. */
  countRows(): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

/** An empty database, without any table. */
export async function openOldDatabase(): Promise<OldDatabase> {
  const name = `freeor_old_${randomBytes(8).toString('hex')}`
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const url = withDatabase(inject('postgresUrl'), name)
  const { pool, close } = openDatabase(url, { connections: 4 })
  const journal = JSON.parse(
    await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'),
  ) as Journal
  return {
    url,
    pool,
    migrations: journal.entries.map(({ tag }) => tag),
    migrateTo: async (migration) => await migrateTo(pool, journal, migration),
    countRows: async () => await countRows(pool),
    async close() {
      await close()
      await execute(inject('postgresUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** With a folder that ends at this migration, as it was then. */
async function migrateTo(pool: pg.Pool, journal: Journal, migration: string): Promise<void> {
  const last = journal.entries.findIndex(({ tag }) => tag === migration)
  const entries = journal.entries.slice(0, last + 1)
  const folder = await mkdtemp(join(inject('runFolder'), 'migrations-'))
  try {
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    for (const { tag } of entries)
      await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`))
    await migrateDatabase(pool, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** How many rows each table has. */
export async function countRows(pool: pg.Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ name: string; rows: number }>(`
    SELECT table_name AS name,
      (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', table_name), false, true, '')))[1]::text::int AS rows
    FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name`)
  return new Map(rows.map((row) => [row.name, row.rows]))
}
