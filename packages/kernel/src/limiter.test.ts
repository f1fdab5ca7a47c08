import { expect, test, vi } from 'vitest'
import { Limiter, openLimiter, type Refusal } from './limiter.ts'

/** Work that ends when the test says so, and a list of what has begun. */
function openWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async () => {
    begun.push(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    await promise
    return name
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('refused')
    this.refusal = refusal
  }
}
const refuse = (refusal: Refusal) => new Refused(refusal)

test('the limit bounds how many run at the same time, and one that fails lets the next one run', async () => {
  const limiter = openLimiter({ concurrency: 2 })
  let running = 0
  let most = 0
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      limiter.run({}, async () => {
        running++
        most = Math.max(most, running)
        await settled()
        running--
        if (i % 3 === 0) throw new Error('no')
      }),
    ),
  )
  expect(most).toBe(2)
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(7)
})

test('a full queue refuses the next request, and a release called twice releases once', async () => {
  const limiter = openLimiter({ concurrency: 1, queue: 1 }, { refuse })
  const release = await limiter.acquire({})
  const second = limiter.acquire({})
  await expect(limiter.acquire({})).rejects.toMatchObject({ refusal: { reason: 'all' } })
  release()
  release()
  const releaseSecond = await second
  const third = limiter.run({}, async () => 'ran')
  await expect(limiter.acquire({})).rejects.toThrow('refused')
  releaseSecond()
  expect(await third).toBe('ran')
})

test('a limiter without a queue refuses at once and says how long the running requests have run', () => {
  let now = 0
  const limits = { concurrency: 3, concurrencyPerKey: 2, queue: 0 }
  const limiter = openLimiter(limits, { refuse, now: () => now })
  const release = limiter.acquireNow({ key: 'b' })
  now = 1_000
  limiter.acquireNow({ key: 'a' })
  now = 3_000
  expect(() => limiter.acquireNow({ key: 'a' })).not.toThrow()
  const refusalOf = (key: string) => {
    try {
      limiter.acquireNow({ key })
    } catch (error) {
      return (error as Refused).refusal
    }
  }
  expect(refusalOf('a')).toEqual({ reason: 'key', oldestMs: 2_000 })
  expect(refusalOf('c')).toEqual({ reason: 'all', oldestMs: 3_000 })
  release()
  expect(refusalOf('a')).toEqual({ reason: 'key', oldestMs: 2_000 })
  expect(refusalOf('c')).toBeUndefined()
})

test('a key at its limit does not hold up other keys', async () => {
  const limiter = openLimiter({ concurrency: 3, concurrencyPerKey: 2 })
  const { begun, work, end } = openWork()
  for (const name of ['a1', 'a2', 'a3']) void limiter.run({ key: 'a' }, work(name))
  void limiter.run({ key: 'b' }, work('b1'))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  end('a1')
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('keys take turns, however many requests of one key wait', async () => {
  const limiter = openLimiter({ concurrency: 1 })
  const { begun, work, end } = openWork()
  for (const name of ['a0', 'a1', 'a2', 'b1', 'c1']) void limiter.run({ key: name.charAt(0) }, work(name))
  for (const name of ['a0', 'a1', 'b1', 'c1', 'a2']) {
    await settled()
    end(name)
  }
  expect(begun).toEqual(['a0', 'a1', 'b1', 'c1', 'a2'])
})

test('requests of one key run in the order in which they came', async () => {
  const limiter = openLimiter({ concurrency: Number.POSITIVE_INFINITY, concurrencyPerKey: 1 })
  const ran: number[] = []
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      limiter.run({ key: `k${n % 2}` }, async () => {
        await settled()
        ran.push(n)
      }),
    ),
  )
  for (const half of [0, 1]) {
    const own = ran.filter((n) => n % 2 === half)
    expect(own).toEqual(own.toSorted((a, b) => a - b))
  }
})

test('the number of waiting requests of one key is limited', async () => {
  const limiter = openLimiter({ concurrency: 1, queue: 4, queuePerKey: 2 }, { refuse })
  const { work } = openWork()
  void limiter.run({ key: 'x' }, work('x'))
  for (const key of ['a', 'a', 'b', 'b']) {
    await settled()
    void limiter.run({ key }, work(key))
  }
  await expect(limiter.acquire({ key: 'a' })).rejects.toMatchObject({ refusal: { reason: 'key' } })
  await expect(limiter.acquire({ key: 'c' })).rejects.toMatchObject({ refusal: { reason: 'all' } })
})

test('a key may be limited by how many more may wait', async () => {
  const limits = {
    concurrency: 1,
    queue: 8,
    queuePerKey: (free: number) => Math.max(1, Math.floor(free / 2)),
  }
  const limiter = openLimiter(limits, { refuse })
  const { work } = openWork()
  const outcomes = await Promise.all(
    Array.from({ length: 9 }, async (_, n) => {
      const waiting = limiter.run({ key: n === 0 ? 'x' : 'a' }, work(String(n)))
      return await Promise.race([waiting.catch(() => 'refused'), settled().then(() => 'accepted')])
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(5)
})

test('a waiting request that is aborted leaves the queue at once, and one aborted before never runs', async () => {
  const limiter = openLimiter({ concurrency: 1, queue: 1 })
  const release = await limiter.acquire({})
  const leaving = new AbortController()
  const waiting = limiter.acquire({ signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  const next = limiter.run({}, async () => 'ran')
  release()
  expect(await next).toBe('ran')
  const gone = { signal: AbortSignal.abort(new Error('gone')) }
  await expect(limiter.run(gone, async () => 'ran')).rejects.toThrow('gone')
})

test('a request that waits too long is refused, and those behind it still run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const limiter = openLimiter({ concurrency: 1, longestWaitMs: 30_000 }, { refuse })
    const release = await limiter.acquire({})
    const late = limiter.acquire({}).catch((error: Refused) => error.refusal.reason)
    vi.advanceTimersByTime(29_000)
    const later = limiter.run({}, async () => 'ran')
    vi.advanceTimersByTime(1_000)
    expect(await late).toBe('timeout')
    release()
    expect(await later).toBe('ran')
  } finally {
    vi.useRealTimers()
  }
})

test('a lower priority never takes what is kept for a higher one, and the higher one goes first', async () => {
  const limiter = new Limiter({ high: { concurrency: 2 }, low: { concurrency: 1 } })
  const { begun, work, end } = openWork()
  const run = (priority: 'high' | 'low', name: string) =>
    void limiter.run({ priority, key: name }, work(name))
  run('low', 'l1')
  run('low', 'l2')
  run('high', 'h1')
  run('high', 'h2')
  await settled()
  expect(begun).toEqual(['l1', 'h1'])
  end('l1')
  await settled()
  expect(begun).toEqual(['l1', 'h1', 'h2'])
  end('h1')
  end('h2')
  await settled()
  expect(begun).toEqual(['l1', 'h1', 'h2', 'l2'])
})
