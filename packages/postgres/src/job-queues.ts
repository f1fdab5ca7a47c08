import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'

/** Jobs of a queue by state, and when one was last done. */
export type QueueCounts = {
  readonly name: string
  readonly waiting: number
  readonly active: number
  readonly retrying: number
  readonly completed: number
  readonly failed: number
  readonly lastCompletedAt: string | null
  /** The cron expression in UTC of a queue with a schedule. */
  readonly schedule: string | null
}

export type FailedJob = {
  readonly id: string
  readonly createdAt: string
  readonly failedAt: string | null
  readonly tries: number
  readonly data: unknown
  /** What the last run threw. */
  readonly error: string
}

async function hasTables(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT to_regclass('pgboss.job') AS job`)
  return rows[0]?.job !== null && rows[0]?.job !== undefined
}

const instant = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(String(value)).toISOString()

/** Every queue of ours. Finished jobs are counted while the queue keeps them. */
export async function listQueues(tx: Tx): Promise<QueueCounts[]> {
  if (!(await hasTables(tx))) return []
  const { rows } = await tx.execute(sql`
    SELECT q.name, s.cron AS schedule,
      count(*) FILTER (WHERE j.state = 'created')::int AS waiting,
      count(*) FILTER (WHERE j.state = 'active')::int AS active,
      count(*) FILTER (WHERE j.state = 'retry')::int AS retrying,
      count(*) FILTER (WHERE j.state = 'completed')::int AS completed,
      count(*) FILTER (WHERE j.state = 'failed')::int AS failed,
      max(j.completed_on) FILTER (WHERE j.state = 'completed') AS last_completed_at
    FROM pgboss.queue q
    LEFT JOIN pgboss.job j ON j.name = q.name
    LEFT JOIN pgboss.schedule s ON s.name = q.name
    WHERE NOT starts_with(q.name, '__')
    GROUP BY q.name, s.cron ORDER BY q.name`)
  return rows.map((row) => ({
    name: String(row.name),
    waiting: Number(row.waiting),
    active: Number(row.active),
    retrying: Number(row.retrying),
    completed: Number(row.completed),
    failed: Number(row.failed),
    lastCompletedAt: instant(row.last_completed_at),
    schedule: row.schedule === null ? null : String(row.schedule),
  }))
}

/** What waits in a queue and could run now. */
export type QueueDepth = { readonly name: string; readonly due: number; readonly oldestSeconds: number }

/** So many jobs are counted at most, in all queues together: a scrape must stay cheap however many wait. */
const mostCounted = 50_000

/** How many jobs of each queue could run now, and for how long the first of them could. Reads an index of waiting jobs. */
export async function measureQueues(tx: Tx): Promise<QueueDepth[]> {
  if (!(await hasTables(tx))) return []
  const { rows } = await tx.execute(sql`
    SELECT q.name, count(j.start_after)::int AS due,
      greatest(0, coalesce(extract(epoch FROM now() - min(j.start_after)), 0))::float8 AS oldest
    FROM pgboss.queue q
    LEFT JOIN (
      SELECT name, start_after FROM pgboss.job
      WHERE state < 'active' AND NOT blocked AND start_after <= now() LIMIT ${mostCounted}
    ) j ON j.name = q.name
    WHERE NOT starts_with(q.name, '__')
    GROUP BY q.name ORDER BY q.name`)
  return rows.map((row) => ({
    name: String(row.name),
    due: Number(row.due),
    oldestSeconds: Number(row.oldest),
  }))
}

/** Whether there is a queue of this name. */
export async function hasQueue(tx: Tx, queue: string): Promise<boolean> {
  if (!(await hasTables(tx))) return false
  const { rows } = await tx.execute(sql`SELECT 1 FROM pgboss.queue WHERE name = ${queue}`)
  return rows.length > 0
}

/** The data of the queue's jobs that wait or run. */
export async function listOpenJobs(tx: Tx, queue: string): Promise<unknown[]> {
  if (!(await hasTables(tx))) return []
  const { rows } = await tx.execute(sql`
    SELECT data FROM pgboss.job WHERE name = ${queue} AND state IN ('created', 'retry', 'active')`)
  return rows.map(({ data }) => data)
}

/** The jobs of a queue that were given up, newest first. */
export async function listFailedJobs(tx: Tx, queue: string, limit: number): Promise<FailedJob[]> {
  if (!(await hasTables(tx))) return []
  const { rows } = await tx.execute(sql`
    SELECT id, created_on, completed_on, retry_count, data, output
    FROM pgboss.job WHERE name = ${queue} AND state = 'failed'
    ORDER BY completed_on DESC NULLS LAST LIMIT ${limit}`)
  return rows.map((row) => ({
    id: String(row.id),
    createdAt: instant(row.created_on) ?? '',
    failedAt: instant(row.completed_on),
    tries: Number(row.retry_count) + 1,
    data: row.data ?? null,
    error: messageOf(row.output),
  }))
}

function messageOf(output: unknown): string {
  if (typeof output !== 'object' || output === null) return ''
  const { message, value } = output as { message?: unknown; value?: unknown }
  return String(message ?? value ?? '').slice(0, 1000)
}
