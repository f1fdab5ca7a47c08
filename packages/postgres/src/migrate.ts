import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** The generated migrations, in order. */
export const migrationsFolder: string = fileURLToPath(new URL('../migrations', import.meta.url))

/** The advisory lock that lets one process migrate at a time. Any fixed number will do. */
const MIGRATION_LOCK = 4_815_162_342

/**
 * Brings the database up to date. Processes that start at the same time take turns under an advisory lock, and the
 * later ones find nothing to do.
 */
export async function migrateDatabase(pool: pg.Pool, folder: string = migrationsFolder): Promise<void> {
  // A connection of its own, without timeouts: a large table's migration may take longer than any request.
  const client = new pg.Client({ ...pool.options, statement_timeout: 0, query_timeout: 0 })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    // The lock ends with its connection.
    await client.end()
  }
}
