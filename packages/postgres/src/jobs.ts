import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Queue } from 'pg-boss'
import type { Tx } from './database.ts'
import { openLifeSigns } from './lost-jobs.ts'
import { plainError } from './plain-error.ts'

/** A job as its worker sees it. `signal` aborts when the job runs past its expiry or the process stops. */
export type JobRun<Data> = { readonly id: string; readonly data: Data; readonly signal: AbortSignal }

export type QueueOptions = {
  /** Retries after a failure; 5 unless told, with growing pauses. */
  readonly retries?: number
  /** First pause before a retry, seconds; 1 unless told. */
  readonly retryDelaySeconds?: number
  /** The longest pause before a retry, seconds; without it the pauses go on growing. */
  readonly retryDelayMaxSeconds?: number
  /** A run that takes longer counts as failed; 900 s unless told. */
  readonly expireInSeconds?: number
  /** `short`: at most one job waits; `singleton`: at most one runs; `exclusive`: at most one waits or runs. */
  readonly policy?: 'standard' | 'short' | 'singleton' | 'exclusive'
}

export type SendOptions = {
  readonly startAfter?: Date | number
  /** With this key a second waiting job of the queue is not added (its policy says when). */
  readonly singletonKey?: string
  readonly priority?: number
  /** Within so many seconds a second job with the same `singletonKey` is not added. */
  readonly singletonSeconds?: number
}

export type WorkOptions = {
  /** Jobs of this queue that run at the same time in this process; 1 unless told. */
  readonly concurrency?: number
  /** How often the queue is polled when nothing woke the worker; 2 s unless told. */
  readonly pollingSeconds?: number
  readonly queue?: QueueOptions
}

export interface Jobs {
  /** Connects and makes pg-boss's tables when they are missing. Call it before anything else. */
  start(): Promise<void>
  /** Takes no new jobs, waits for running ones (at most `timeoutMs`, 20 s unless told), disconnects. */
  stop(timeoutMs?: number): Promise<void>
  /** Makes the queue, or brings its options up to date. */
  createQueue(name: string, options?: QueueOptions): Promise<void>
  /**
   * Adds a job, inside `tx` when given: a rollback drops it. The queue must exist.
   * @returns its id, or undefined when the queue's policy left it out.
   */
  send(tx: Tx | undefined, name: string, data: object, options?: SendOptions): Promise<string | undefined>
  /** Makes the queue and hands its jobs to `handler`, one at a time for each of `concurrency`. A throw is a failed run. */
  work<Data extends object>(
    name: string,
    options: WorkOptions,
    handler: (job: JobRun<Data>) => Promise<void>,
  ): Promise<void>
  /** Puts every active job back at once. Only for the one process of a database, before it works on any. */
  releaseAll(): Promise<void>
  /** Lets a job that was given up run again. @returns false when there is none such. */
  retry(name: string, id: string): Promise<boolean>
  /** Makes the queue and adds a job at every time of the cron expression, in UTC. */
  schedule(name: string, cron: string, data?: object): Promise<void>
}

export type JobsOptions = {
  readonly url: string
  readonly log: (message: string, fields?: Record<string, unknown>) => void
  /** Runs schedules and upkeep in this process; true unless told. */
  readonly upkeep?: boolean
  /** Runs each job, to measure it: it calls `run` once and passes on what that throws. */
  readonly around?: (
    job: { readonly queue: string; readonly id: string },
    run: () => Promise<void>,
  ) => Promise<void>
}

/** The jobs queue in the same PostgreSQL, schema `pgboss`. Nothing happens before `start()`. */
export function openJobs({ url, log, upkeep = true, around = (_, run) => run() }: JobsOptions): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'freeor-jobs',
    max: 6,
    useListenNotify: true,
    schedule: upkeep,
    supervise: upkeep,
  })
  boss.on('error', (error) => log('The jobs queue had an error', { error: error.message }))
  boss.on('warning', (warning) => log('The jobs queue warns', { warning: warning.message }))
  const signs = openLifeSigns({
    url,
    log,
    isUpkeep: upkeep,
    giveUp: async (queue, id) => {
      await boss.fail(queue, id, { message: 'Its worker was lost too often' })
    },
  })
  return {
    async start() {
      await boss.start()
      signs.start()
    },
    async stop(timeoutMs = 20_000) {
      await boss.stop({ graceful: true, close: true, timeout: timeoutMs })
      await signs.stop()
    },
    releaseAll: async () => await signs.releaseAll(),
    createQueue: (name, options) => ensureQueue(boss, name, options),
    async send(tx, name, data, options = {}) {
      const id = await boss.send(name, data, tx ? { ...options, db: fromDrizzle(tx, sql) } : options)
      return id ?? undefined
    },
    async work(name, options, handler) {
      await ensureQueue(boss, name, options.queue)
      const seconds = options.pollingSeconds ?? 2
      const settings = {
        localConcurrency: options.concurrency ?? 1,
        batchSize: 1,
        pollingIntervalSeconds: seconds,
        // Only new jobs wake a worker; one that is due again after a failure is found by polling.
        notifyPollingIntervalSeconds: seconds,
      }
      await boss.work<Parameters<typeof handler>[0]['data']>(name, settings, async (batch) => {
        for (const { id, data, signal } of batch) {
          try {
            const run = async () => await handler({ id, data, signal })
            await signs.during(id, async () => await around({ queue: name, id }, run))
          } catch (error) {
            log('A job failed', { queue: name, job: id, error: String(error) })
            // It is kept with the job, and super admins read it.
            throw plainError(error)
          }
        }
      })
    },
    async retry(name, id) {
      // Its types omit the result.
      const answer: { affected?: unknown } = await boss.retry(name, id)
      return Number(answer.affected ?? 0) > 0
    },
    async schedule(name, cron, data = {}) {
      await ensureQueue(boss, name)
      await boss.schedule(name, cron, data, { tz: 'UTC' })
    },
  }
}

/**
 * Jobs in state active whose expiry has passed: `doctor` expects none. Works without a running queue.
 * @param graceSeconds how long after its expiry a job may wait for the upkeep that fails it
 */
export async function countOverdueJobs(tx: Tx, graceSeconds = 0): Promise<number> {
  const { rows: tables } = await tx.execute(sql`SELECT to_regclass('pgboss.job') AS job`)
  if (!tables[0]?.job) return 0
  const { rows } = await tx.execute(sql`
    SELECT count(*)::int AS overdue FROM pgboss.job
    WHERE state = 'active' AND started_on + (expire_seconds + ${graceSeconds}) * interval '1 second' < now()`)
  return Number(rows[0]?.overdue ?? 0)
}

/** Without options, a queue that exists is left as it is: its worker has set them. */
async function ensureQueue(boss: PgBoss, name: string, options?: QueueOptions): Promise<void> {
  const wanted: Omit<Queue, 'name' | 'policy'> = {
    retryLimit: options?.retries ?? 5,
    retryDelay: options?.retryDelaySeconds ?? 1,
    retryBackoff: true,
    ...(options?.retryDelayMaxSeconds && { retryDelayMax: options.retryDelayMaxSeconds }),
    expireInSeconds: options?.expireInSeconds ?? 900,
    notify: true,
  }
  const exists = await boss.getQueue(name)
  if (!exists) await boss.createQueue(name, { ...wanted, policy: options?.policy ?? 'standard' })
  else if (options) await boss.updateQueue(name, wanted)
}
