import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import type { Database, Tx } from './database.ts'

/**
 * A sign of life that PostgreSQL ends by itself: an advisory lock on a dedicated connection. It ends when the process
 * does, even a killed one, since the connection ends too. So another process need not wait for a timeout.
 */
export type SignOfLife = {
  /** Takes the lock again when its connection was lost, e.g. because the server restarted. */
  renew(): Promise<void>
  end(): void
}

/** Shows that the work of that name is running, until `end()` or the end of the process. */
export async function showLife(db: Database, work: string): Promise<SignOfLife> {
  let client: PoolClient | undefined
  let isOver = false
  const drop = () => {
    const lost = client
    client = undefined
    // Closed, not given back: the lock must not go on in the pool.
    lost?.release(true)
  }
  const give = async () => {
    const fresh = await db.$client.connect()
    try {
      await fresh.query('SELECT pg_advisory_lock_shared($1)', [keyOf(work)])
    } catch (error) {
      fresh.release(true)
      throw error
    }
    client = fresh
    fresh.once('error', drop)
    if (isOver) drop()
  }
  await give()
  return {
    async renew() {
      if (!client && !isOver) await give()
    },
    end() {
      isOver = true
      drop()
    },
  }
}

/** Whether a living process shows the work of that name. */
export async function isAlive(tx: Tx, work: string): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${keyOf(work)}) AS free`,
  )
  return rows[0]?.free !== true
}

/**
 * Whether the server has run without a break for so long. Before that, silence means nothing: a living process may only
 * have been unable to give its sign.
 */
export async function hasServedFor(tx: Tx, milliseconds: number): Promise<boolean> {
  const { rows } = await tx.execute<{ long: boolean }>(
    sql`SELECT pg_postmaster_start_time() < now() - ${milliseconds}::int * interval '1 millisecond' AS long`,
  )
  return rows[0]?.long === true
}

/** The lock number of a name: 64 bits of its hash, signed as in PostgreSQL. */
export function keyOf(work: string): string {
  return createHash('sha256').update(work).digest().readBigInt64BE().toString()
}
