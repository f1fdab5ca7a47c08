import { expect, test } from 'vitest'
import { type MemoryThreads, startMemoryThreads } from './memory-threads.ts'
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
  const cells = new Float64Array(ROWS)
  for (let row = 0; row < ROWS; row += 1) cells[row] = row
  return new Uint8Array(Buffer.concat([...header, Buffer.from(cells.buffer)]))
}

const block = nativeBlock()

const anything = { drops: false, unplaced: false, facets: [] }

/** The leads of which the number is this one or a greater one. */
const countFrom = (value: number) => ({
  ...anything,
  parts: [{ type: 'range', column: 'value', from: { value, inclusive: true } } as const],
})

async function keep(threads: MemoryThreads, key: string): Promise<void> {
  await threads.open(key, [plan], ROWS)
  // A copy: its memory goes to the thread.
  await threads.fill(key, block.slice())
  await threads.seal(key)
}

const start = () => startMemoryThreads({ threads: 2, slice: 1, onEnd: () => undefined })

test('the memory of versions that are given up is given back', async () => {
  const threads = start()
  const keepAndDrop = async (key: string) => {
    await keep(threads, key)
    expect((await threads.ask(key, countFrom(ROWS - 3))).count).toBe(3)
    threads.drop(key)
    await expect(threads.ask(key, countFrom(0))).rejects.toThrow('not kept')
  }
  for (const key of ['1', '2']) await keepAndDrop(key)
  const before = process.memoryUsage.rss()
  for (const key of ['3', '4', '5', '6', '7', '8', '9', '10']) await keepAndDrop(key)
  const more = (process.memoryUsage.rss() - before) / MEBIBYTE
  await threads.stop()
  // Each takes 31 MiB: eight of them 244, or twice as much with the block that was sent.
  expect(more).toBeLessThan(100)
})

test('requests are answered right whether they are divided among the threads or find them busy', async () => {
  const threads = start()
  await keep(threads, '1')
  const numbers = [0, 1, 8_191, 8_192, 8_193, 1_000_000, ROWS - 1, ROWS]
  const expected = numbers.map((value) => ROWS - value)
  for (const [i, value] of numbers.entries())
    expect((await threads.ask('1', countFrom(value))).count, `from ${value}`).toBe(expected[i])
  const atOnce = await Promise.all(numbers.map((value) => threads.ask('1', countFrom(value))))
  expect(atOnce.map(({ count }) => count)).toEqual(expected)
  await threads.stop()
})

test('a request that fails in a slice fails as a whole, and the next one is answered', async () => {
  const threads = start()
  await keep(threads, '1')
  const none = { type: 'present', column: 'none' } as const
  await expect(threads.ask('1', { ...anything, parts: [none] })).rejects.toThrow('none is not kept')
  expect((await threads.ask('1', countFrom(5))).count).toBe(ROWS - 5)
  await threads.stop()
})
