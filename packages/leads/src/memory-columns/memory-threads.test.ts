import { expect, test } from 'vitest'
import { startMemoryThreads } from './memory-threads.ts'
import { cellName } from './ports.ts'

const ROWS = 4_000_000
const plan = { name: 'value', kind: 'floats', bits: 64 } as const
const MEBIBYTE = 2 ** 20

const text = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : (rest % 128) + 128)
    if (rest < 128) return Buffer.from(bytes)
  }
}

/** A block of `ROWS` numbers as the engine sends it. */
function nativeBlock(): Uint8Array {
  const header = [varint(1), varint(ROWS), text(cellName(plan)), text('Float64')]
  const cells = Float64Array.from({ length: ROWS }, (_, i) => i)
  return new Uint8Array(Buffer.concat([...header, Buffer.from(cells.buffer)]))
}

test('the memory of versions that are given up is given back', async () => {
  const threads = startMemoryThreads({ threads: 2, slice: 1, onEnd: () => undefined })
  const countAbove = (value: number) => {
    const from = { value, inclusive: true }
    const parts = [{ type: 'range', column: 'value', from } as const]
    return { parts, drops: false, unplaced: false, facets: [] }
  }
  const keepAndDrop = async (key: string) => {
    await threads.open(key, [plan], ROWS)
    await threads.fill(key, nativeBlock())
    await threads.seal(key)
    expect((await threads.ask(key, countAbove(ROWS - 3))).count).toBe(3)
    threads.drop(key)
    await expect(threads.ask(key, countAbove(0))).rejects.toThrow('not kept')
  }
  for (const key of ['1', '2']) await keepAndDrop(key)
  const before = process.memoryUsage.rss()
  for (const key of ['3', '4', '5', '6', '7', '8', '9', '10']) await keepAndDrop(key)
  const more = (process.memoryUsage.rss() - before) / MEBIBYTE
  await threads.stop()
  // Each takes 31 MiB: eight of them 244, or twice as much with the block that was sent.
  expect(more).toBeLessThan(100)
})

test('a request that fails in a slice fails as a whole, and the next one is answered', async () => {
  const threads = startMemoryThreads({ threads: 2, slice: 1, onEnd: () => undefined })
  await threads.open('1', [plan], ROWS)
  await threads.fill('1', nativeBlock())
  await threads.seal('1')
  const all = { type: 'present', column: 'value' } as const
  const none = { type: 'present', column: 'none' } as const
  const request = { drops: false, unplaced: false, facets: [] }
  await expect(threads.ask('1', { ...request, parts: [none] })).rejects.toThrow('none is not kept')
  expect((await threads.ask('1', { ...request, parts: [all] })).count).toBe(ROWS)
  await threads.stop()
})
