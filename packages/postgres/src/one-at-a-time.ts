import { setTimeout } from 'node:timers/promises'
import { untilAborted } from '@freeor/kernel/until-aborted'
import type { PoolClient } from 'pg'
import type { Database } from './database.ts'
import { keyOf } from './liveness.ts'

/** Between two tries to get the lock. A statement that waited for it would end at its timeout. */
const waitMilliseconds = 200

/** When the work of a name that this process does or waits to do has ended, all of it. */
const ends = new WeakMap<Database, Map<string, Promise<unknown>>>()

/**
 * Does the work while nobody else on this database does work of that name: later ones wait. The lock ends with the
 * process that has it, even with one that is killed. An aborted signal ends the wait, not the work.
 */
export async function oneAtATime<Result>(
  db: Database,
  work: string,
  run: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const ofDatabase = ends.get(db) ?? new Map<string, Promise<unknown>>()
  ends.set(db, ofDatabase)
  const before = ofDatabase.get(work) ?? Promise.resolve()
  const isOver = Promise.withResolvers<void>()
  const end = Promise.all([before, isOver.promise]).then(() => {
    if (ofDatabase.get(work) === end) ofDatabase.delete(work)
  })
  ofDatabase.set(work, end)
  try {
    // Without a connection: if each that waits held one, none would be left for the work under way.
    await untilAborted(before, signal)
    return await withLock(db, work, run, signal)
  } finally {
    isOver.resolve()
  }
}

async function withLock<Result>(
  db: Database,
  work: string,
  run: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const client = await db.$client.connect()
  try {
    while (!(await isTaken(client, work)))
      await setTimeout(waitMilliseconds, undefined, { ...(signal && { signal }) })
    return await run()
  } finally {
    await giveUp(client, work)
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
    await giveUp(client, work)
  }
}

async function isTaken(client: PoolClient, work: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    keyOf(work),
  ])
  return rows[0]?.taken === true
}

/** The server notices only some time later that a connection is closed, and would keep its lock until then. */
async function giveUp(client: PoolClient, work: string): Promise<void> {
  await client.query('SELECT pg_advisory_unlock($1)', [keyOf(work)]).catch(() => undefined)
  // Closed, not given back: the lock must not go on in the pool.
  client.release(true)
}
