import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { isSilence } from './outage.ts'

export type Database = NodePgDatabase<Record<string, never>> & { readonly $client: pg.Pool }

/** A transaction, or the database itself where each statement may be its own transaction. */
export type Tx = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
type TransactionConfig = Parameters<Database['transaction']>[1]

export type OpenDatabase = {
  readonly db: Database
  readonly pool: pg.Pool
  /** Waits for running queries, then closes the connections. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  /** Most connections open at the same time; 20 unless told. */
  readonly connections?: number
  /** How long a caller waits for a connection; 5 s unless told. */
  readonly connectMilliseconds?: number
  /** How long the server may work on one statement; 20 s unless told. */
  readonly statementMilliseconds?: number
  /** An idle connection broke, e.g. because the server restarted. The pool replaces it. */
  onIdleError?(error: Error): void
}

/** The server ends a statement at its timeout. We give the connection up only when no answer arrives even then. */
const silenceMilliseconds = 1_000

/**
 * Opens a pool of connections to the PostgreSQL at `url` and Drizzle over it. It connects at the first query. Nothing
 * waits without end, not even over a network that went silent: there are timeouts for a statement and for getting a
 * connection, and a transaction left open ends after 60 s. The error then is an outage (`isOutage`).
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): OpenDatabase {
  const { statementMilliseconds = 20_000 } = options
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 20,
    connectionTimeoutMillis: options.connectMilliseconds ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + silenceMilliseconds,
    keepAlive: true,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'freeor',
  })
  // Without these listeners a connection that breaks would end the whole process: the first is for idle ones, the
  // second for those in use between two statements of a transaction, which the pool does not listen to.
  pool.on('error', (error) => options.onIdleError?.(error))
  pool.on('connect', (client) => client.on('error', (error) => options.onIdleError?.(error)))
  const db: Database = drizzle(pool)
  db.transaction = async (run, config) => await transact(pool, run, config)
  return { db, pool, close: () => pool.end() }
}

/**
 * Drizzle's own `transaction` never gives a connection back on which BEGIN failed: each restart of the server would
 * cost the pool some, and closing it would never end. And when a ROLLBACK fails, it throws that error instead of the
 * first one.
 */
async function transact<T>(
  pool: pg.Pool,
  run: (tx: Transaction) => Promise<T>,
  config: TransactionConfig,
): Promise<T> {
  const client = await pool.connect()
  let cause: { readonly error: unknown } | undefined
  let isBroken = false
  try {
    return await drizzle(client).transaction(async (tx) => {
      try {
        return await run(tx)
      } catch (error) {
        cause = { error }
        // A ROLLBACK after a statement that got no answer would wait as long again.
        if (isSilence(error)) void client.end()
        throw error
      }
    }, config)
  } catch (error) {
    isBroken = isSilence(error)
    throw cause ? cause.error : error
  } finally {
    client.release(isBroken)
  }
}
