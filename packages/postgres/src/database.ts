import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

export type Database = NodePgDatabase<Record<string, never>>

/** A transaction, or the database itself where each statement may stand alone. */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type OpenDatabase = {
  readonly db: Database
  readonly pool: pg.Pool
  /** Waits for running queries and closes the connections. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Most connections held at once; 20 unless told. */
  readonly connections?: number
  /** An idle connection broke, e.g. because the server restarted. The pool replaces it. */
  onIdleError?(error: Error): void
}

/**
 * Opens a pool of connections to the PostgreSQL at `url` and Drizzle over it. Connects at the first query. A
 * statement ends after 60 s, a transaction left open after 60 s, and waiting for a connection after 10 s.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'freeor',
  })
  // Without a listener, a broken idle connection ends the whole process.
  pool.on('error', (error) => options.onIdleError?.(error))
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
