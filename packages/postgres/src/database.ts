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
  /** A connection broke while it ran no statement, e.g. because the server restarted. The pool replaces it. */
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
  // Without these listeners a connection that breaks would end the whole process: the first is for idle ones, the
  // second for those in use between two statements of a transaction, which the pool does not listen to.
  pool.on('error', (error) => options.onIdleError?.(error))
  pool.on('connect', (client) => client.on('error', (error) => options.onIdleError?.(error)))
  const db: Database = drizzle(pool)
  // Drizzle's own never gives a connection back on which BEGIN failed, so each restart of the server would cost the
  // pool some, and closing it would never end.
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      client.release()
    }
  }
  return { db, pool, close: () => pool.end() }
}
