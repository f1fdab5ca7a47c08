import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'
import { and, eq, lt, or } from 'drizzle-orm'
import { imports } from '../tables.ts'

/**
 * An import that has not beaten for so long is taken for dead by whoever cannot ask for its sign of life: seven beats
 * are missing. The next import of its dictionary asks, so after a kill it need not wait.
 */
export const silentMilliseconds = 15_000

type Records = { readonly db: Database; readonly clock: Clock }

const isSilent = (now: Date) => lt(imports.progressAt, new Date(now.getTime() - silentMilliseconds))

/** What the record of an import says whose process is gone. */
export const ended = (now: Date) =>
  ({ state: 'failed', failure: 'The process that ran it ended', endedAt: now }) as const

/**
 * Ends imports that are written down as running though nobody runs them: all of them where the caller is the only
 * process on the database, else those that fell silent.
 */
export async function failUnattended({ db, clock }: Records, isAlone: boolean): Promise<void> {
  const now = clock.now()
  const isRunning = eq(imports.state, 'running')
  await db
    .update(imports)
    .set(ended(now))
    .where(isAlone ? isRunning : and(isRunning, isSilent(now)))
}

/** Three beats: whoever lives says so meanwhile, also after the machine slept or PostgreSQL was away. */
const secondLookMilliseconds = 6_000

/**
 * While imports run: ends those that are silent and still are at a second look. A clock that jumped, a machine that
 * slept and a PostgreSQL that was away make all of them silent at the first.
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

/** The server ends a silent import within this time: its silence, and the minute until it is looked for. */
const unattendedMilliseconds = silentMilliseconds + 90_000

/** Imports that are written down as running and that nobody runs or has ended since: `doctor` expects none. */
export async function listUnattended({ db, clock }: Records): Promise<{ id: string; dictId: string }[]> {
  const before = new Date(clock.now().getTime() - unattendedMilliseconds)
  return await db
    .select({ id: imports.id, dictId: imports.dictId })
    .from(imports)
    .where(and(eq(imports.state, 'running'), lt(imports.progressAt, before)))
}
