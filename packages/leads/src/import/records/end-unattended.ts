import type { Clock } from '@freeor/kernel/clock'
import type { Database, Tx } from '@freeor/postgres/database'
import { isAlive } from '@freeor/postgres/liveness'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { imports } from '../tables.ts'

/**
 * After this long without an update, seven of which are then missing, an import is taken for dead by callers that look
 * once and cannot check its sign of life.
 */
export const silentMilliseconds = 15_000

type Records = { readonly db: Database; readonly clock: Clock }

const isRunning = eq(imports.state, 'running')
const isSilent = (now: Date) => lt(imports.progressAt, new Date(now.getTime() - silentMilliseconds))

/** What is recorded for an import whose process is gone. */
export const ended = (now: Date) =>
  ({ state: 'failed', failure: 'The process that ran it ended', isCutOff: true, endedAt: now }) as const

/**
 * Ends imports that are recorded as running though no process runs them: all of them where the caller is the only
 * process on the database, else the silent ones.
 */
export async function failUnattended({ db, clock }: Records, isAlone: boolean): Promise<void> {
  const now = clock.now()
  await db
    .update(imports)
    .set(ended(now))
    .where(isAlone ? isRunning : and(isRunning, isSilent(now)))
}

/** Between two looks at the running imports. */
export const lookMilliseconds = 2_000

/** Three updates are missing, and no connection shows its sign of life: its process was killed. */
const killedMilliseconds = 6_000

/** Five updates are missing, though its connection is there: its process hangs. */
const hangingMilliseconds = 11_000

/** Longer than this between two looks: the caller's own process slept or hung, so what it remembers means nothing. */
const longestBetweenLooks = 3 * lookMilliseconds

/** What a look remembers of an import: its last sign, which start of PostgreSQL it was read from, and since when. */
type Seen = { readonly sign: string; readonly since: number }

/**
 * Ends imports whose process was killed or hangs. A look compares with those before it, by a clock that stands still
 * while the machine sleeps: after a sleep, a jump of the clock or a restart of PostgreSQL every import is silent for a
 * moment, and none of them may be ended for it.
 * @returns one look, to be repeated every `lookMilliseconds`; it gives how many imports it has ended.
 */
export function openImportWatch({ db, clock }: Records, elapsed = () => performance.now()) {
  let seen = new Map<string, Seen>()
  let lookedAt = Number.NEGATIVE_INFINITY

  return async function look(): Promise<number> {
    const now = elapsed()
    if (now - lookedAt > longestBetweenLooks) seen = new Map()
    lookedAt = now
    const running = await db
      .select({
        id: imports.id,
        progressAt: imports.progressAt,
        servedSince: sql<string>`pg_postmaster_start_time()::text`,
      })
      .from(imports)
      .where(isRunning)
    const before = seen
    seen = new Map(
      running.map(({ id, progressAt, servedSince }) => {
        const sign = `${progressAt.getTime()} ${servedSince}`
        const known = before.get(id)
        return [id, known?.sign === sign ? known : { sign, since: now }]
      }),
    )
    const suspects = running.filter(({ id }) => now - (seen.get(id)?.since ?? now) >= killedMilliseconds)
    if (suspects.length === 0) return 0
    return await db.transaction(async (tx) => {
      const dead = []
      for (const one of suspects) {
        const quietFor = now - (seen.get(one.id)?.since ?? now)
        if (quietFor >= hangingMilliseconds || !(await isAlive(tx, one.id))) dead.push(one)
      }
      return await endDead(tx, dead, clock.now())
    })
  }
}

/** Ends those that have given no sign since they were read. */
async function endDead(
  tx: Tx,
  dead: readonly { id: string; progressAt: Date }[],
  now: Date,
): Promise<number> {
  if (dead.length === 0) return 0
  const isAsBefore = or(
    ...dead.map(({ id, progressAt }) => and(eq(imports.id, id), eq(imports.progressAt, progressAt))),
  )
  const failed = await tx
    .update(imports)
    .set(ended(now))
    .where(and(isRunning, isAsBefore))
    .returning({ id: imports.id })
  return failed.length
}

/** The server ends a silent import well within this time. */
const unattendedMilliseconds = 30_000

/** Imports that are recorded as running, but that no process runs and nobody has ended: `doctor` expects none. */
export async function listUnattended({ db, clock }: Records): Promise<{ id: string; dictId: string }[]> {
  const before = new Date(clock.now().getTime() - unattendedMilliseconds)
  return await db
    .select({ id: imports.id, dictId: imports.dictId })
    .from(imports)
    .where(and(isRunning, lt(imports.progressAt, before)))
}
