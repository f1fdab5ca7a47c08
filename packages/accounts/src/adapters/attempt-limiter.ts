import { createHash } from 'node:crypto'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, gt, sql } from 'drizzle-orm'
import { attemptCounters } from '../tables.ts'

export type AttemptLimit = { readonly max: number; readonly seconds: number }

/** One thing that is counted, e.g. sign-ins to one account. */
export type AttemptKey = { readonly name: string; readonly subject: string; readonly limit: AttemptLimit }

type Counted = { readonly allowed: boolean; readonly retryAfter: number }

/**
 * Counts in PostgreSQL, so a restart forgives nothing. A window starts with its first attempt and ends at a fixed
 * time: going on trying cannot make it longer. Counting and deciding are one statement, so parallel guesses cannot
 * all pass on the same reading.
 */
export class AttemptLimiter {
  readonly #db: Database
  readonly #clock: Clock

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Counts one attempt under each key. @throws AppError rate_limited when any of them is used up. */
  async require(keys: readonly AttemptKey[]): Promise<void> {
    let longest = 0
    for (const key of keys) {
      const { allowed, retryAfter } = await this.#count(this.#db, key)
      if (!allowed) longest = Math.max(longest, retryAfter)
    }
    if (longest > 0) {
      throw new AppError('rate_limited', 'Too many attempts. Please try again later.', {
        details: { retryAfter: longest },
      })
    }
  }

  /** Counts one attempt and says whether it is within the limit. */
  async allows(tx: Tx, key: AttemptKey): Promise<boolean> {
    return (await this.#count(tx, key)).allowed
  }

  /** Takes back attempts that turned out rightful. */
  async forgive(keys: readonly AttemptKey[]): Promise<void> {
    for (const key of keys) {
      await this.#db
        .update(attemptCounters)
        .set({ count: sql`${attemptCounters.count} - 1` })
        .where(and(eq(attemptCounters.key, storedKey(key)), gt(attemptCounters.count, 0)))
    }
  }

  /** Forgets everything counted under a key. */
  async clear(tx: Tx, key: AttemptKey): Promise<void> {
    await tx.delete(attemptCounters).where(eq(attemptCounters.key, storedKey(key)))
  }

  async #count(tx: Tx, key: AttemptKey): Promise<Counted> {
    const now = this.#clock.now()
    const windowMs = key.limit.seconds * 1000
    // A window that seems to start in the future comes from a clock that was set back: it is over too.
    const over = sql`(${attemptCounters.windowStartedAt} <= ${new Date(now.getTime() - windowMs)}
      OR ${attemptCounters.windowStartedAt} > ${new Date(now.getTime() + 60_000)})`
    const [row] = await tx
      .insert(attemptCounters)
      .values({ key: storedKey(key), count: 1, windowStartedAt: now })
      .onConflictDoUpdate({
        target: attemptCounters.key,
        set: {
          count: sql`CASE WHEN ${over} THEN 1 ELSE ${attemptCounters.count} + 1 END`,
          windowStartedAt: sql`CASE WHEN ${over} THEN ${now} ELSE ${attemptCounters.windowStartedAt} END`,
        },
      })
      .returning()
    if (!row) throw new Error('An upsert returned no row')
    const left = row.windowStartedAt.getTime() + windowMs - now.getTime()
    return { allowed: row.count <= key.limit.max, retryAfter: Math.max(1, Math.ceil(left / 1000)) }
  }
}

/** Hashed, so that the counters hold no addresses and no key grows with its input. */
function storedKey({ name, subject }: AttemptKey): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`
}
