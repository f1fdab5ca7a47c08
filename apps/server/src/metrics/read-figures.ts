import { countPending } from '@freeor/credits/log/queries'
import { measureHeld } from '@freeor/credits/reservations/queries'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { measureOutbox } from '@freeor/messaging/queries'
import { measureQueues } from '@freeor/postgres/job-queues'
import { sql } from 'drizzle-orm'
import { askEngines, within } from '../ask-engines.ts'
import { measureBackups } from '../backup/measure-backups.ts'
import type { Deps } from '../deps.ts'
import { serverCaches } from '../limits.ts'
import type { Figures, StoredFigures } from './figures.ts'

type Means = Pick<Deps, 'db' | 'searchEngine' | 'live' | 'room' | 'clock' | 'backups'>

const cacheOf = cachePerOwner<Means, Figures, []>(() => new Cache<Figures>(serverCaches.figures))

const longestStatementMs = 1_000
const longestReadMs = 2_000

/**
 * What is so now, read at most once in five seconds however many ask. Never throws, and takes three seconds at most: an
 * engine that does not answer is reported so.
 */
export const readFigures = async (deps: Means): Promise<Figures> =>
  await cacheOf(deps).load('figures', async () => await readNow(deps))

async function readNow(deps: Means): Promise<Figures> {
  const { options, totalCount, idleCount, waitingCount } = deps.db.$client
  const pool = { most: options.max, open: totalCount, idle: idleCount, waiting: waitingCount }
  const engines = await askEngines(deps)
  const stored = engines.postgres ? await within(longestReadMs, readStored(deps)) : undefined
  const backups =
    deps.backups && ((await within(longestReadMs, measureBackups(deps, deps.backups))) ?? 'unknown')
  return { engines, pool, stored, backups, streams: deps.live.hub.size, isDiskLow: deps.room.isLow() }
}

/** One statement after the other on one connection: a scrape may take no more of the pool. */
const readStored = async ({ db, clock }: Means): Promise<StoredFigures> =>
  await db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${longestStatementMs}`))
      const now = clock.now()
      return {
        queues: await measureQueues(tx),
        mail: await measureOutbox(tx, now),
        held: await measureHeld(tx, now),
        pendingEntries: await countPending(tx),
      }
    },
    { accessMode: 'read only' },
  )
