import { type SQL, sql } from 'drizzle-orm'
import { openDatabase, type Tx } from './database.ts'
import { isOutage } from './outage.ts'

/** How often a process records which jobs it works on, and looks for jobs that no process works on. */
const BEAT_MS = 2_000

/** A job without a heartbeat for this long has no worker any more: three beats in a row are missing. */
const SILENT_SECONDS = 6

/**
 * Lost runs beyond the retries of the queue, after which a job is given up: the job itself may be what kills its
 * worker.
 */
const MOST_LOSSES = 5

type Log = (message: string, fields?: Record<string, unknown>) => void

export type LifeSignsOptions = {
  readonly url: string
  readonly log: Log
  /** Whether this process also looks for jobs that lost their worker. */
  readonly isUpkeep: boolean
  /** Ends a job that lost its worker too often. */
  giveUp(queue: string, id: string): Promise<void>
}

export type LifeSigns = {
  start(): void
  stop(): Promise<void>
  /** Runs the work of a job. Until it ends, the job has a heartbeat. */
  during(id: string, work: () => Promise<void>): Promise<void>
  /** Puts every active job back at once. Only for the one process of a database, before it works on any. */
  releaseAll(): Promise<void>
}

/**
 * Records for every job of this process that it is worked on, and puts back the jobs whose workers are gone: killed,
 * hung, or cut off from PostgreSQL when they wanted to record how the job ended. The queue itself would wait until the
 * job expires, which may be an hour.
 *
 * Refused: the queue's own heartbeats. They need 10 s of silence and one more round of its upkeep. They count a lost
 * worker as a failed run, and so end a job of a queue without retries.
 */
export function openLifeSigns({ url, log, isUpkeep, giveUp }: LifeSignsOptions): LifeSigns {
  // A connection of its own, with short timeouts: neither long work nor a silent network may delay the heartbeats.
  const { db, close } = openDatabase(url, {
    connections: 1,
    connectMilliseconds: BEAT_MS,
    statementMilliseconds: BEAT_MS,
  })
  const running = new Set<{ readonly id: string }>()
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let tending = Promise.resolve()

  async function putBack(condition: SQL): Promise<void> {
    for (const { id, queue, isTooOften } of await release(db, condition)) {
      log('A job whose worker is gone is tried again', { queue, id })
      if (isTooOften) await giveUp(queue, id)
    }
  }

  async function tend(): Promise<void> {
    const own = [...running].map(({ id }) => id)
    // Its own heartbeat comes first: a process that was suspended must not take its own silence for another's end.
    if (own.length > 0) await beat(db, own)
    if (isUpkeep) await putBack(sql`${isSilent(SILENT_SECONDS)} AND id <> ALL(${sql.param(own)}::uuid[])`)
  }

  function next(): void {
    if (isOver) return
    timer = setTimeout(() => {
      tending = tend()
        .catch((error: unknown) => {
          if (!isOutage(error)) log('Jobs could not be looked after', { error: String(error) })
        })
        .finally(next)
    }, BEAT_MS)
    timer.unref()
  }

  return {
    start: next,
    async stop() {
      isOver = true
      clearTimeout(timer)
      await tending
      await close()
    },
    async during(id, work) {
      const run = { id }
      running.add(run)
      try {
        await work()
      } finally {
        running.delete(run)
      }
    },
    releaseAll: async () => await putBack(sql`true`),
  }
}

async function beat(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    UPDATE pgboss.job SET heartbeat_on = now() WHERE id = ANY(${sql.param(ids)}::uuid[]) AND state = 'active'`)
}

/**
 * Active, and without a heartbeat for so long. After a start of PostgreSQL every job gets that time anew: while
 * PostgreSQL was away, no heartbeat could be recorded.
 */
const isSilent = (seconds: number): SQL => sql`
  greatest(started_on, heartbeat_on) < now() - ${seconds}::int * interval '1 second'
  AND pg_postmaster_start_time() < now() - ${seconds}::int * interval '1 second'`

type Released = { readonly id: string; readonly queue: string; readonly isTooOften: boolean }

/** `started_on` stays: the queue then counts the lost run as one of its tries when the job is taken again. */
async function release(tx: Tx, condition: SQL): Promise<Released[]> {
  const { rows } = await tx.execute<{ id: string; name: string; often: boolean }>(sql`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), heartbeat_on = NULL
    WHERE state = 'active' AND ${condition}
    RETURNING id, name, retry_count >= retry_limit + ${MOST_LOSSES}::int AS often`)
  return rows.map(({ id, name, often }) => ({ id, queue: name, isTooOften: often }))
}

/**
 * Active jobs that no process works on: `doctor` expects none for longer than it takes to notice them. Works without a
 * running queue.
 */
export async function countLostJobs(tx: Tx, seconds: number): Promise<number> {
  const { rows: tables } = await tx.execute(sql`SELECT to_regclass('pgboss.job') AS job`)
  if (!tables[0]?.job) return 0
  const { rows } = await tx.execute(sql`
    SELECT count(*)::int AS lost FROM pgboss.job WHERE state = 'active' AND ${isSilent(seconds)}`)
  return Number(rows[0]?.lost ?? 0)
}
