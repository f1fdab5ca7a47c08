import { beforeEach, expect, test, vi } from 'vitest'
import { type HashingPriority, openHashingLimiter } from './hashing-limiter.ts'

let limiter: ReturnType<typeof openHashingLimiter>
/** Whose passwords are being hashed, in the order they began, each with a function that ends the work. */
let running: { name: string; end(): void }[]
let refused: unknown[]

beforeEach(() => {
  limiter = openHashingLimiter()
  running = []
  refused = []
})

function apply(priority: HashingPriority, key: string, name = key): void {
  const work = () => new Promise<void>((end) => void running.push({ name, end }))
  limiter.run({ priority, key }, work).catch((error: unknown) => void refused.push(error))
}

const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** Ends the oldest work again and again until none is left; returns the order in which the work began. */
async function order(): Promise<string[]> {
  await settled()
  const names: string[] = []
  while (running.length > 0) {
    const [oldest] = running.splice(0, 1)
    names.push(oldest?.name ?? '')
    oldest?.end()
    await settled()
  }
  return names
}

const names = () => running.map(({ name }) => name)
const applyMany = (priority: HashingPriority, count: number) => {
  for (let n = 0; n < count; n++) apply(priority, `${priority} ${n}`)
}

test('no priority can take what is kept for those above it, and what is free is used at once', async () => {
  for (const priority of ['suspect', 'joining', 'fresh', 'known'] as const) applyMany(priority, 5)
  await settled()
  expect(names()).toEqual(['suspect 0', 'joining 0', 'fresh 0', 'known 0'])
})

test('among waiting requests the higher priority goes first', async () => {
  applyMany('known', 4)
  for (const priority of ['suspect', 'joining', 'fresh'] as const) apply(priority, priority)
  apply('known', 'late, but known')
  const came = await order()
  expect(came.slice(4)).toEqual(['late, but known', 'fresh', 'joining', 'suspect'])
})

test('addresses take turns, however many requests of one address wait', async () => {
  applyMany('fresh', 3)
  for (const name of ['a1', 'a2', 'a3']) apply('fresh', 'a', name)
  apply('fresh', 'b')
  apply('fresh', 'c')
  expect((await order()).slice(3)).toEqual(['a1', 'b', 'c', 'a2', 'a3'])
})

test('one address never fills a queue: the fuller it is, the fewer each may add, down to one and then none', async () => {
  apply('suspect', 'running')
  for (let n = 0; n < 100; n++) apply('suspect', 'greedy')
  await settled()
  const alone = 100 - refused.length
  expect(alone).toBeGreaterThan(10)
  expect(alone).toBeLessThan(32)
  refused = []
  applyMany('suspect', 64 - alone)
  await settled()
  expect(refused).toEqual([])
  apply('suspect', 'one more')
  await settled()
  expect(refused).toMatchObject([{ code: 'rate_limited', details: { busy: true, retryAfter: 1 } }])
  expect(await order()).toHaveLength(65)
})

test('a request that waits too long is told to come back, and those behind it still run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    applyMany('known', 4)
    apply('known', 'late')
    vi.advanceTimersByTime(29_000)
    apply('known', 'later')
    vi.advanceTimersByTime(1_000)
    await settled()
    expect(refused).toMatchObject([{ details: { busy: true } }])
    expect((await order()).slice(4)).toEqual(['later'])
  } finally {
    vi.useRealTimers()
  }
})

test('work that fails lets the next one run', async () => {
  const failing = () => Promise.reject(new Error('no'))
  for (let n = 0; n < 6; n++)
    await expect(limiter.run({ priority: 'suspect', key: 'a' }, failing)).rejects.toThrow('no')
  apply('suspect', 'next')
  await settled()
  expect(names()).toEqual(['next'])
})
