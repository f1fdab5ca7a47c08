import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import type { StoredFigures } from '../../metrics/figures.ts'
import type { Span } from '../../metrics/history.ts'
import { readFigures } from '../../metrics/read-figures.ts'

const amount = z.number().min(0)
const queue = z.object({
  name: z.string(),
  /** Jobs that could run now and wait. */
  due: amount.int(),
  oldestSeconds: amount,
})
const span = z.object({
  startsAt: z.string(),
  requests: amount.int(),
  errors: amount.int(),
  /** Null without a request. */
  meanMs: amount.nullable(),
  lagMs: amount,
  memoryBytes: amount.int(),
  connectionsBusy: amount.int(),
  /** Null where the database did not answer. */
  jobsDue: amount.int().nullable(),
  mailWaiting: amount.int().nullable(),
})

export const readStatusOperation = operation({
  id: 'readStatus',
  method: 'get',
  path: '/api/admin/status',
  area: 'operations',
  summary: 'How the server, its engines, queues and mail are, and the last hour of the process that answers',
  access: 'super_admin',
  answer: z.object({
    version: z.string(),
    node: z.string(),
    uptimeSeconds: amount.int(),
    postgres: z.enum(['ok', 'down']),
    /** `off` where no site that is served needs it. */
    clickhouse: z.enum(['ok', 'down', 'off']),
    disk: z.enum(['ok', 'full']),
    connections: z.object({ busy: amount.int(), most: amount.int(), waiting: amount.int() }),
    streams: amount.int(),
    /** Null where the database could not be read in time. */
    stored: z
      .object({
        queues: z.array(queue),
        /** The queue whose first job has waited longest; null when none waits. */
        oldestJob: queue.nullable(),
        mail: z.object({ waiting: amount.int(), oldestSeconds: amount, failedInDay: amount.int() }),
        ledger: z.object({ held: amount.int(), oldestSeconds: amount, pendingEntries: amount.int() }),
      })
      .nullable(),
    /** Five minutes each, the oldest first: sums of requests and errors, the mean time of these requests, else the most that was seen. */
    spans: z.array(span),
  }),
  async handle({ deps }) {
    const { engines, pool, stored, streams, isDiskLow } = await readFigures(deps)
    return {
      version: deps.version,
      node: process.versions.node,
      uptimeSeconds: Math.floor(process.uptime()),
      postgres: engines.postgres ? ('ok' as const) : ('down' as const),
      clickhouse: engines.clickhouse,
      disk: isDiskLow ? ('full' as const) : ('ok' as const),
      connections: { busy: pool.open - pool.idle, most: pool.most, waiting: pool.waiting },
      streams,
      stored: stored ? describeStored(stored) : null,
      spans: deps.history.list().map(describeSpan),
    }
  },
})

function describeStored({ queues, mail, held, pendingEntries }: StoredFigures) {
  const [oldest] = queues
    .filter(({ due }) => due > 0)
    .toSorted((one, other) => other.oldestSeconds - one.oldestSeconds)
  return {
    queues: [...queues],
    oldestJob: oldest ?? null,
    mail,
    ledger: { held: held.amount, oldestSeconds: held.oldestSeconds, pendingEntries },
  }
}

const describeSpan = ({ startsAt, seconds, jobsDue, mailWaiting, ...span }: Span) => ({
  ...span,
  startsAt: startsAt.toISOString(),
  meanMs: span.requests === 0 ? null : (1000 * seconds) / span.requests,
  jobsDue: jobsDue ?? null,
  mailWaiting: mailWaiting ?? null,
})
