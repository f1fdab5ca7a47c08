import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { and, eq, lt, or } from 'drizzle-orm'
import { imports } from '../tables.ts'

/**
 * After this long without an update, seven of which are then missing, an import is taken for dead by callers that
 * cannot check its sign of life. The next import of its dictionary does check it, so after a kill it need not wait.
 */
export const silentMilliseconds = 15_000

type Records = { readonly db: Database; readonly clock: Clock }

const isSilent = (now: Date) => lt(imports.progressAt, new Date(now.getTime() - silentMilliseconds))

/** What is recorded for an import whose process is gone. */
export const ended = (now: Date) =>
  ({ state: 'failed', failure: 'The process that ran it ended', endedAt: now }) as const

/**
 * Ends imports that are recorded as running though no process runs them: all of them where the caller is the only
 * process on the database, else the silent ones.
 */
export async function failUnattended({ db, clock }: Records, isAlone: boolean): Promise<void> {
  const now = clock.now()
  const isRunning = eq(imports.state, 'running')
  await db
    .update(imports)
    .set(ended(now))
    .where(isAlone ? isRunning : and(isRunning, isSilent(now)))
}

/** Three updates: a live import records one meanwhile, also after the machine slept or PostgreSQL was away. */
const secondLookMilliseconds = 6_000

/**
 * While imports run: ends those that are silent and still are at a second look. At the first look all of them may be
 * silent: after the clock jumped, the machine slept or PostgreSQL was away.
 * @returns how many
 */
export async function failSilent(
  { db, clock }: Records,
  wait = async () => await setTimeout(secondLookMilliseconds),
): Promise<number> {
  const isRunning = eq(imports.state, 'running')
  const { id, progressAt } = imports
  const silent = await db
    .select({ id, progressAt })
    .from(imports)
    .where(and(isRunning, isSilent(clock.now())))
  if (silent.length === 0) return 0
  await wait()
  const isAsBefore = or(...silent.map((one) => and(eq(id, one.id), eq(progressAt, one.progressAt))))
  const failed = await db
    .update(imports)
    .set(ended(clock.now()))
    .where(and(isRunning, isAsBefore))
    .returning({ id })
  return failed.length
}

/** The server ends a silent import within this time: the silence, and the minute until the next check. */
const unattendedMilliseconds = silentMilliseconds + 90_000

/** Imports that are recorded as running, but that no process runs and nobody has ended: `doctor` expects none. */
export async function listUnattended({ db, clock }: Records): Promise<{ id: string; dictId: string }[]> {
  const before = new Date(clock.now().getTime() - unattendedMilliseconds)
  return await db
    .select({ id: imports.id, dictId: imports.dictId })
    .from(imports)
    .where(and(eq(imports.state, 'running'), lt(imports.progressAt, before)))
}
