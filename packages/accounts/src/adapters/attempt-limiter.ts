import { createHash } from 'node:crypto'
import { Cache } from '@freeor/kernel/cache'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, gt, sql } from 'drizzle-orm'
import { attemptCaches } from '../limits.ts'
import { attemptCounters } from '../tables.ts'

export type AttemptLimit = { readonly max: number; readonly seconds: number }

/** One thing that is counted, e.g. sign-ins to one account. */
export type AttemptKey = { readonly name: string; readonly subject: string; readonly limit: AttemptLimit }

type Counted = { readonly count: number; readonly retryAfter: number }

/** Short, so that this process soon sees what another one forgives or clears. */
const rememberedMs = 5_000

/**
 * Counts in PostgreSQL, so a restart forgives nothing. A window starts with its first attempt and ends at a fixed time:
 * further attempts cannot extend it. Counting and deciding are one statement, so parallel guesses cannot all pass on
 * the same reading.
 */
export class AttemptLimiter {
  readonly #db: Database
  readonly #clock: Clock
  /** Keys that were used up a moment ago: a flood that is refused anyway costs one statement every few seconds. */
  readonly #usedUp = new Cache<{ readonly at: number; readonly windowEndsAt: number }>(attemptCaches.usedUp)

  constructor(db: Database, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Counts one attempt under each key. Returns the counts in the order of the keys, this attempt included.
   * @throws AppError rate_limited when any of them is used up.
   */
  async require(keys: readonly AttemptKey[]): Promise<number[]> {
    const known = Math.max(...keys.map((key) => this.#recall(key)))
    if (known > 0) throw tooMany(known)
    const counts: number[] = []
    let longest = 0
    for (const key of keys) {
      const { count, retryAfter } = await this.#count(this.#db, key)
      counts.push(count)
      if (count <= key.limit.max) continue
      longest = Math.max(longest, retryAfter)
      this.#remember(key, retryAfter)
    }
    if (longest > 0) throw tooMany(longest)
    return counts
  }

  /**
   * Counts one attempt under each key and says whether all are within their limits. After the first key that is not,
   * the rest are not counted.
   */
  async allows(tx: Tx, ...keys: readonly AttemptKey[]): Promise<boolean> {
    for (const key of keys) if ((await this.#count(tx, key)).count > key.limit.max) return false
    return true
  }

  /**
   * Counts one attempt under each key in the caller's transaction, so that an action that is refused or fails is
   * counted under none: only real actions use up a count that many share.
   * @throws AppError rate_limited when any of them is used up.
   */
  async requireWithin(tx: Tx, keys: readonly AttemptKey[]): Promise<void> {
    for (const key of keys) {
      const { count, retryAfter } = await this.#count(tx, key)
      if (count > key.limit.max) throw tooMany(retryAfter)
    }
  }

  /** Uncounts attempts that turned out to be legitimate. */
  async forgive(keys: readonly AttemptKey[]): Promise<void> {
    for (const key of keys) {
      const stored = storedKey(key)
      await this.#db
        .update(attemptCounters)
        .set({ count: sql`${attemptCounters.count} - 1` })
        .where(and(eq(attemptCounters.key, stored), gt(attemptCounters.count, 0)))
      this.#usedUp.delete(stored)
    }
  }

  /** Forgets everything counted under a key. */
  async clear(tx: Tx, key: AttemptKey): Promise<void> {
    const stored = storedKey(key)
    await tx.delete(attemptCounters).where(eq(attemptCounters.key, stored))
    this.#usedUp.delete(stored)
  }

  /** Seconds until the window of a key ends, if the key was used up a moment ago; 0 for any other key. */
  #recall(key: AttemptKey): number {
    const found = this.#usedUp.get(storedKey(key))
    if (!found) return 0
    const now = this.#clock.now().getTime()
    const isFresh = now >= found.at && now < found.at + rememberedMs
    return isFresh ? Math.max(0, Math.ceil((found.windowEndsAt - now) / 1000)) : 0
  }

  #remember(key: AttemptKey, seconds: number): void {
    const at = this.#clock.now().getTime()
    this.#usedUp.set(storedKey(key), { at, windowEndsAt: at + seconds * 1000 })
  }

  async #count(tx: Tx, key: AttemptKey): Promise<Counted> {
    const now = this.#clock.now()
    const windowMs = key.limit.seconds * 1000
    // A window that seems to start in the future was written before a clock was set back: it is over too.
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
    return { count: row.count, retryAfter: Math.max(1, Math.ceil(left / 1000)) }
  }
}

const tooMany = (retryAfter: number) =>
  new AppError('rate_limited', 'Too many attempts. Please try again later.', { details: { retryAfter } })

/** Hashed, so that the counters hold no addresses and all keys have the same length. */
function storedKey({ name, subject }: AttemptKey): string {
  return `${name}:${createHash('sha256').update(subject).digest('base64url')}`
}
