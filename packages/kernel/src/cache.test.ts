import { expect, test, vi } from 'vitest'
import { Cache, cachePerOwner } from './cache.ts'

test('the entry used longest ago makes room', () => {
  const cache = new Cache<number>({ entries: 2 })
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
  cache.delete('a')
  expect(cache.get('a')).toBeUndefined()
})

test('the total size is limited, and an entry that is too large is not kept', () => {
  const cache = new Cache<string>({ size: 10, largest: 6 }, (text) => text.length)
  cache.set('a', '12345')
  cache.set('b', '12345')
  cache.set('large', '1234567')
  expect([cache.get('a'), cache.get('b'), cache.get('large')]).toEqual(['12345', '12345', undefined])
  cache.set('c', '1')
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, '12345', '1'])
  cache.set('empty', '')
  expect(cache.get('empty')).toBe('')
})

test('a cache with a limit of 0 entries keeps none, and a cache without any limit is refused', () => {
  const cache = new Cache<number>({ entries: 0 })
  cache.set('a', 1)
  expect(cache.get('a')).toBeUndefined()
  expect(() => new Cache({})).toThrow('A cache has a limit')
})

test('a value is loaded once for any number of simultaneous callers, and undefined is kept too', async () => {
  const cache = new Cache<number | undefined>({ entries: 2 })
  const read = vi.fn(async () => undefined)
  await Promise.all(Array.from({ length: 5 }, () => cache.load('a', read)))
  await cache.load('a', read)
  expect(read).toHaveBeenCalledTimes(1)
  await cache.load('b', read)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a load that failed is tried again', async () => {
  const cache = new Cache<number>({ entries: 2 })
  const read = vi.fn(async () => 1).mockRejectedValueOnce(new Error('no'))
  await expect(cache.load('a', read)).rejects.toThrow('no')
  expect(await cache.load('a', read)).toBe(1)
})

test('an entry is forgotten after its time', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const cache = new Cache<number>({ entries: 2, ttlMs: 500 })
  cache.set('a', 1)
  now.mockReturnValue(1_500)
  expect(cache.get('a')).toBe(1)
  now.mockReturnValue(1_501)
  expect(cache.get('a')).toBeUndefined()
  now.mockRestore()
})

test('each owner has a cache of its own', () => {
  const cacheOf = cachePerOwner((entries: number) => new Cache<number>({ entries }))
  const [one, other] = [{}, {}]
  cacheOf(one, 2).set('a', 1)
  expect([cacheOf(one, 2).get('a'), cacheOf(other, 2).get('a')]).toEqual([1, undefined])
})
