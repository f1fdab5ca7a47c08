import { LRUCache } from 'lru-cache'

/** How much a cache keeps. The least recently used entry goes first. */
export type CacheLimits = {
  /** At most this many entries; 0 keeps none. Unless told, as many as `size` allows. */
  readonly entries?: number
  /** At most this much in total, as `sizeOf` measures it. */
  readonly size?: number
  /** A larger entry is not kept at all. */
  readonly largest?: number
  /** An entry is forgotten after this time. */
  readonly ttlMs?: number
}

type Kept<Value> = { readonly value: Value }

/**
 * What was read a moment ago, kept in the memory of this process. Only for values that may be forgotten at any time.
 */
export class Cache<Value> {
  readonly #kept: LRUCache<string, Kept<Value>> | undefined
  readonly #reading = new Map<string, Promise<Value>>()

  /** @param sizeOf at least 1; needed with `size` */
  constructor(
    { entries, size, largest, ttlMs }: CacheLimits,
    sizeOf?: (value: Value, key: string) => number,
  ) {
    if (entries === undefined && size === undefined) throw new Error('A cache has a limit')
    if (entries === 0) return
    this.#kept = new LRUCache<string, Kept<Value>>({
      // Zero means "without a limit" to the package; 1 is its smallest size.
      max: entries ?? 0,
      maxSize: size ?? 0,
      maxEntrySize: largest ?? size ?? 0,
      ...(size !== undefined && {
        sizeCalculation: ({ value }, key) => Math.max(1, sizeOf?.(value, key) ?? 1),
      }),
      ttl: ttlMs ?? 0,
      // By default the package caches the time for a moment, with a timer.
      ttlResolution: 0,
    })
  }

  get(key: string): Value | undefined {
    return this.#kept?.get(key)?.value
  }

  set(key: string, value: Value): void {
    this.#kept?.set(key, { value })
  }

  delete(key: string): void {
    this.#kept?.delete(key)
  }

  /**
   * Gives the value that is kept under the key. Without one it calls `read` and keeps the result. Callers that come
   * while it is being read get the same result. A failure is not kept.
   */
  async load(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept?.get(key)
    if (kept) return kept.value
    const before = this.#reading.get(key)
    if (before !== undefined) return await before
    const reading = read()
    this.#reading.set(key, reading)
    try {
      const value = await reading
      this.set(key, value)
      return value
    } finally {
      this.#reading.delete(key)
    }
  }
}

/** A cache for each owner; it goes when the owner does. So one engine's answer is never taken for another's. */
export function cachePerOwner<Owner extends WeakKey, Value, Rest extends unknown[]>(
  open: (...rest: Rest) => Cache<Value>,
): (owner: Owner, ...rest: Rest) => Cache<Value> {
  const caches = new WeakMap<Owner, Cache<Value>>()
  return (owner, ...rest) => {
    const cache = caches.get(owner) ?? open(...rest)
    caches.set(owner, cache)
    return cache
  }
}
