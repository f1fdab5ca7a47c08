import { expect, test } from 'vitest'
import { openCountLine } from './count-line.ts'

const limits = { perAccount: 2, total: 3, waitingPerAccount: 4, waiting: 6 }

/** Work that ends when told, and which of it has begun. */
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

test('an account has two under way, four waiting, and the next is told to come back', async () => {
  const line = openCountLine(limits)
  const { begun, work, end } = openWork()
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => line.run('a', work(name)))
  await expect(line.run('a', work('a7'))).rejects.toEqual(refused)
  await expect.poll(() => begun).toEqual(['a1', 'a2'])
  end('a2')
  expect(await all[1]).toBe('a2')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3'])
})

test('who waits for an account holds up no other', async () => {
  const line = openCountLine(limits)
  const { begun, work, end } = openWork()
  const mine = ['a1', 'a2', 'a3'].map((name) => line.run('a', work(name)))
  const theirs = line.run('b', work('b1'))
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  expect(await theirs).toBe('b1')
  end('a1')
  expect(await mine[0]).toBe('a1')
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('so many wait in the whole house', async () => {
  const line = openCountLine(limits)
  const { work } = openWork()
  const waiting: Promise<string>[] = []
  for (const account of ['a', 'b', 'c']) {
    for (const name of ['1', '2', '3']) waiting.push(line.run(account, work(account + name)))
  }
  await expect(line.run('d', work('d1'))).rejects.toEqual(refused)
})

test('work that fails or is given up while it waits gives its place back', async () => {
  const line = openCountLine({ ...limits, perAccount: 1 })
  const { begun, work, end } = openWork()
  const failing = line.run('a', async () => {
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  const first = line.run('a', work('a1'))
  const leaving = new AbortController()
  const second = line.run('a', work('a2'), leaving.signal)
  const third = line.run('a', work('a3'))
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  end('a1')
  await first
  await expect.poll(() => begun).toEqual(['a1', 'a3'])
  end('a3')
  expect(await third).toBe('a3')
  await expect(line.run('a', work('a4'), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
