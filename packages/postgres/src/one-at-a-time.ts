import { setTimeout } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { keyOf } from './liveness.ts'

/** Between two tries to get the lock. A statement that waited for it would end at its timeout. */
const waitMilliseconds = 200

/**
 * Does the work while no other process on this database does work of that name: later ones wait. The lock ends with the
 * process that has it, even with one that is killed. An aborted signal ends the wait, not the work.
 */
export async function oneAtATime<Result>(
  db: Database,
  work: string,
  run: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = await db.$client.connect()
  try {
    while (!(await isTaken(client, work)))
      await setTimeout(waitMilliseconds, undefined, { ...(signal && { signal }) })
    return await run()
  } finally {
    // Closed, not given back: the lock must not go on in the pool.
    client.release(true)
  }
}

/**
 * Does the work, unless a process on this database does work of that name now. For work that is begun again anyway:
 * nothing waits. The lock is held on a connection of its own for as long as it takes.
 * @returns whether it was done here
 */
export async function unlessRunning(db: Database, work: string, run: () => Promise<void>): Promise<boolean> {
  const client = await db.$client.connect()
  try {
    if (!(await isTaken(client, work))) return false
    await run()
    return true
  } finally {
    client.release(true)
  }
}

async function isTaken(client: PoolClient, work: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    keyOf(work),
  ])
  return rows[0]?.taken === true
}
