import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import type { Database, Tx } from './database.ts'

/**
 * A sign of life that PostgreSQL takes back by itself: an advisory lock of a connection that is kept for it. It ends
 * with the process, also one that is killed, as its connection does; so the next to ask need not wait for silence.
 */
export type SignOfLife = {
  /** Gives it again when its connection was lost, e.g. as the server was started again. */
  renew(): Promise<void>
  end(): void
}

/** Shows that the work of that name is under way, until `end()` or the end of the process. */
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

/** Whether a process that lives shows the work of that name. */
export async function isAlive(tx: Tx, work: string): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${keyOf(work)}) AS free`,
  )
  return rows[0]?.free !== true
}

/**
 * Whether the server has been there for so long without a break. Until then nobody's silence means anything: whoever
 * lives may only have been unable to say so.
 */
export async function hasServedFor(tx: Tx, milliseconds: number): Promise<boolean> {
  const { rows } = await tx.execute<{ long: boolean }>(
    sql`SELECT pg_postmaster_start_time() < now() - ${milliseconds}::int * interval '1 millisecond' AS long`,
  )
  return rows[0]?.long === true
}

/** The lock of a name: 64 bits of its hash, as PostgreSQL counts them. */
function keyOf(work: string): string {
  return createHash('sha256').update(work).digest().readBigInt64BE().toString()
}
