import { expect, test } from 'vitest'
import { openCountLimiter } from './count-limiter.ts'

const limits = { concurrency: 3, concurrencyPerKey: 2, queue: 6, queuePerKey: 4 }

/** Work that ends when told to, and which of it has begun. */
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

const refused = expect.objectContaining({ code: 'rate_limited', details: { retryAfter: 4 } })

test('a company has two in progress and four waiting, and the next is told to retry', async () => {
  const limiter = openCountLimiter(limits)
  const { begun, work, end } = openWork()
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => limiter.run({ key: 'a' }, work(name)))
  await expect(limiter.run({ key: 'a' }, work('a7'))).rejects.toEqual(refused)
  await expect.poll(() => begun).toEqual(['a1', 'a2'])
  end('a2')
  expect(await all[1]).toBe('a2')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3'])
})

test('a company that waits holds up no other', async () => {
  const limiter = openCountLimiter(limits)
  const { begun, work, end } = openWork()
  const mine = ['a1', 'a2', 'a3'].map((name) => limiter.run({ key: 'a' }, work(name)))
  const theirs = limiter.run({ key: 'b' }, work('b1'))
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  expect(await theirs).toBe('b1')
  end('a1')
  expect(await mine[0]).toBe('a1')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('only a limited number waits in one process', async () => {
  const limiter = openCountLimiter(limits)
  const { work } = openWork()
  const waiting: Promise<string>[] = []
  for (const company of ['a', 'b', 'c']) {
    for (const name of ['1', '2', '3']) waiting.push(limiter.run({ key: company }, work(company + name)))
  }
  await expect(limiter.run({ key: 'd' }, work('d1'))).rejects.toEqual(refused)
})

test('work that fails or is aborted while it waits makes room for the next', async () => {
  const limiter = openCountLimiter({ ...limits, concurrencyPerKey: 1 })
  const { begun, work, end } = openWork()
  const failing = limiter.run({ key: 'a' }, async () => {
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  const first = limiter.run({ key: 'a' }, work('a1'))
  const leaving = new AbortController()
  const second = limiter.run({ key: 'a', signal: leaving.signal }, work('a2'))
  const third = limiter.run({ key: 'a' }, work('a3'))
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  end('a1')
  await first
  await expect.poll(() => begun).toEqual(['a1', 'a3'])
  end('a3')
  expect(await third).toBe('a3')
  await expect(
    limiter.run({ key: 'a', signal: AbortSignal.abort(new Error('gone')) }, work('a4')),
  ).rejects.toThrow('gone')
})
