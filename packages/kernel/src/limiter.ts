import { AppError } from './errors.ts'

/** How much may run at the same time, and how much may wait. */
export type Limits = {
  /** At most this many at the same time; with priorities, of this one and all below it together. */
  readonly concurrency: number
  /** At most this many at the same time of one key. */
  readonly concurrencyPerKey?: number
  /** At most this many requests wait; 0: none waits. Without it their number is not limited. */
  readonly queue?: number
  /** At most this many of one key wait; a function is given how many more may wait in all. */
  readonly queuePerKey?: number | ((free: number) => number)
  /** A request that waits longer is refused. */
  readonly longestWaitMs?: number
}

/** Why a request is refused, and how long the oldest of the requests in its way has been running. */
export type Refusal = { readonly reason: 'key' | 'all' | 'timeout'; readonly oldestMs: number }

export type LimiterOptions = {
  /** Makes the error for a refused request. */
  readonly refuse?: (refusal: Refusal) => Error
  /** Milliseconds, for `oldestMs`. */
  readonly now?: () => number
}

/**
 * `key` is what the limit is shared between: a company, an address. A request aborted while it waits leaves the queue
 * at once.
 */
export type LimitedRequest<Priority extends string = string> = {
  readonly key?: string
  readonly priority?: Priority
  readonly signal?: AbortSignal | undefined
}

/** What runs and what waits at one priority. */
type Level = {
  readonly limits: Limits
  /** By key: when each of its running requests began. */
  readonly running: Map<string, Set<{ readonly startedAt: number }>>
  runningCount: number
  /** By key, in the order of the rotation. */
  readonly waiting: Map<string, (() => void)[]>
  waitingCount: number
}

const tooMany = () =>
  new AppError('rate_limited', 'Too many requests at once. Please try again in a moment.', {
    details: { retryAfter: 1 },
  })

/**
 * Limits how much one process does at the same time. A request that finds the limit reached waits in a queue. The
 * higher priority goes first; within a priority the keys take turns; within a key the requests keep their order. So a
 * key with very many requests does not hold up the others. Not for limits that must hold over several processes: those
 * are counted in the database.
 */
export class Limiter<Priority extends string = string> {
  /** The highest priority first. */
  readonly #levels: readonly Level[]
  readonly #byName: ReadonlyMap<string, Level>
  readonly #refuse: (refusal: Refusal) => Error
  readonly #now: () => number

  /** @param limits of each priority, highest first */
  constructor(limits: Readonly<Record<Priority, Limits>>, options: LimiterOptions = {}) {
    this.#byName = new Map(
      Object.entries<Limits>(limits).map(([name, own]) => [
        name,
        { limits: own, running: new Map(), runningCount: 0, waiting: new Map(), waitingCount: 0 },
      ]),
    )
    this.#levels = [...this.#byName.values()]
    this.#refuse = options.refuse ?? tooMany
    this.#now = options.now ?? (() => performance.now())
  }

  /** Does the work as soon as the limits allow it. @throws what `refuse` makes, or the signal's reason */
  async run<T>(request: LimitedRequest<Priority>, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(request)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /**
   * Waits until the limits allow one more.
   * @returns what ends it; called twice it ends it once
   * @throws what `refuse` makes, or the signal's reason
   */
  async acquire({ priority, key = '', signal }: LimitedRequest<Priority>): Promise<() => void> {
    signal?.throwIfAborted()
    const level = this.#level(priority)
    // A request that could run is not in the queue, so nothing that waits is passed over here.
    if (this.#mayRun(level, key)) return this.#start(level, key)
    this.#requireQueue(level, key)
    return await this.#wait(level, key, signal)
  }

  /** Like `acquire`, but never waits. @throws what `refuse` makes */
  acquireNow({ priority, key = '' }: LimitedRequest<Priority>): () => void {
    const level = this.#level(priority)
    if (this.#mayRun(level, key)) return this.#start(level, key)
    throw this.#refusal(level, key, this.#isKeyBusy(level, key) ? 'key' : 'all')
  }

  /** How many requests wait, of all priorities. */
  get waiting(): number {
    return this.#levels.reduce((sum, { waitingCount }) => sum + waitingCount, 0)
  }

  #level(priority: Priority | undefined): Level {
    const level = priority === undefined ? this.#levels[0] : this.#byName.get(priority)
    if (!level) throw new Error(`No limits for the priority ${priority}`)
    return level
  }

  #isKeyBusy({ limits, running }: Level, key: string): boolean {
    return (running.get(key)?.size ?? 0) >= (limits.concurrencyPerKey ?? Number.POSITIVE_INFINITY)
  }

  /**
   * A higher priority keeps what its limit has above the next one's: no flood at that one can use it up.
   */
  #hasRoom(level: Level): boolean {
    const upTo = this.#levels.slice(0, this.#levels.indexOf(level) + 1)
    return upTo.every(({ limits }, rank) => {
      const running = this.#levels.slice(rank).reduce((sum, { runningCount }) => sum + runningCount, 0)
      return running < limits.concurrency
    })
  }

  #mayRun(level: Level, key: string): boolean {
    return this.#hasRoom(level) && !this.#isKeyBusy(level, key)
  }

  #start(level: Level, key: string): () => void {
    const one = { startedAt: this.#now() }
    const own = level.running.get(key) ?? new Set()
    level.running.set(key, own.add(one))
    level.runningCount += 1
    return () => {
      if (!own.delete(one)) return
      level.runningCount -= 1
      if (own.size === 0) level.running.delete(key)
      this.#startWaiting()
    }
  }

  #requireQueue(level: Level, key: string): void {
    const { queue = Number.POSITIVE_INFINITY, queuePerKey = Number.POSITIVE_INFINITY } = level.limits
    const free = queue - level.waitingCount
    const most = typeof queuePerKey === 'number' ? queuePerKey : queuePerKey(free)
    if ((level.waiting.get(key)?.length ?? 0) >= most) throw this.#refusal(level, key, 'key')
    if (free <= 0) throw this.#refusal(level, key, 'all')
  }

  #refusal(level: Level, key: string, reason: Refusal['reason']): Error {
    const own = reason === 'key' ? level.running.get(key) : undefined
    const all =
      own ?? this.#levels.flatMap(({ running }) => [...running.values()].flatMap((some) => [...some]))
    const now = this.#now()
    return this.#refuse({
      reason,
      oldestMs: now - Math.min(now, ...[...all].map(({ startedAt }) => startedAt)),
    })
  }

  async #wait(level: Level, key: string, signal: AbortSignal | undefined): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const start = () => resolve(this.#start(level, key))
    const leave = (reason: unknown) => {
      this.#dequeue(level, key, start)
      reject(reason)
    }
    const abort = () => leave(signal?.reason)
    const { longestWaitMs } = level.limits
    const timer =
      longestWaitMs === undefined
        ? undefined
        : setTimeout(() => leave(this.#refusal(level, key, 'timeout')), longestWaitMs)
    level.waiting.set(key, [...(level.waiting.get(key) ?? []), start])
    level.waitingCount += 1
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Does nothing when the request has left the queue already: one that was started is not refused any more. */
  #dequeue(level: Level, key: string, start: () => void): void {
    const own = level.waiting.get(key) ?? []
    const rest = own.filter((one) => one !== start)
    level.waitingCount -= own.length - rest.length
    if (rest.length > 0) level.waiting.set(key, rest)
    else level.waiting.delete(key)
  }

  #startWaiting(): void {
    for (const level of this.#levels) {
      for (const [key, [start, ...rest]] of level.waiting) {
        if (!this.#hasRoom(level)) break
        if (this.#isKeyBusy(level, key)) continue
        // To the end of the rotation; this loop reaches it again there.
        level.waiting.delete(key)
        if (rest.length > 0) level.waiting.set(key, rest)
        level.waitingCount -= 1
        start?.()
      }
    }
  }
}

/** A limiter of one priority. */
export const openLimiter = (limits: Limits, options?: LimiterOptions): Limiter<'all'> =>
  new Limiter({ all: limits }, options)
