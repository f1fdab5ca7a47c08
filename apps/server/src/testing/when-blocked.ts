import type { Database } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'

/** The time of the database, to the microsecond. */
export async function databaseTime(db: Pick<Database, 'execute'>): Promise<string> {
  const { rows } = await db.execute<{ at: string }>(sql`SELECT clock_timestamp()::text AS at`)
  return rows[0]?.at ?? ''
}

/**
 * Waits until a transaction that began after `since` waits for a lock. One that began before may wait for the same
 * lock, such as a job about a subscription that has just begun.
 */
export async function whenBlocked(db: Database, since: string): Promise<void> {
  const blocked = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND xact_start > ${since}::timestamptz AND cardinality(pg_blocking_pids(pid)) > 0`
  await vi.waitFor(async () => expect((await db.execute(blocked)).rows).not.toHaveLength(0), {
    timeout: 60_000,
  })
}
