import { type TestOlap, testOlap } from '@freeor/testing/olap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readNative } from './native-blocks.ts'

let system: TestOlap
let bytes: Buffer

beforeAll(async () => {
  system = await testOlap()
  const stream = await system.olap.stream({
    sql: `SELECT toUInt8(number % 251) AS a, toUInt16(number) AS b, toUInt32(number * 3) AS c, toFloat64(number) / 4 AS d
      FROM numbers(70000)`,
    pool: 'writer',
    format: 'Native',
  })
  bytes = Buffer.concat(await stream.toArray())
})
afterAll(async () => await system.close())

/** Reads the bytes in pieces, and gives the columns as the bytes of all their cells. */
function read(pieces: readonly Uint8Array[]) {
  const columns = new Map<string, Buffer[]>()
  let names: string[] = []
  let rows = 0
  const reader = readNative({
    column(index, name, type) {
      names[index] = `${name} ${type}`
      if (index === 0) names = [names[0] ?? '']
    },
    cells(index, cells) {
      const name = names[index] ?? ''
      const parts = columns.get(name) ?? []
      parts.push(Buffer.from(cells))
      columns.set(name, parts)
    },
    block(more) {
      rows += more
    },
  })
  for (const piece of pieces) reader.take(piece)
  reader.end()
  return { rows, columns: new Map([...columns].map(([name, parts]) => [name, Buffer.concat(parts)])) }
}

const piecesOf = (length: number): Uint8Array[] =>
  Array.from(
    { length: Math.ceil(bytes.length / length) },
    (_, i) => new Uint8Array(bytes.subarray(i * length, (i + 1) * length)),
  )

test.each([7, 1_000, 65_536, 1 << 24])('the engine’s blocks are read from pieces of %d bytes', (length) => {
  const { rows, columns } = read(piecesOf(length))
  expect(rows).toBe(70_000)
  expect([...columns.keys()]).toEqual(['a UInt8', 'b UInt16', 'c UInt32', 'd Float64'])
  const numbers = Array.from({ length: 70_000 }, (_, i) => i)
  const bytesOf = (cells: ArrayBufferView) => Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength)
  expect(columns.get('a UInt8')?.equals(bytesOf(Uint8Array.from(numbers, (n) => n % 251)))).toBe(true)
  expect(columns.get('b UInt16')?.equals(bytesOf(Uint16Array.from(numbers)))).toBe(true)
  expect(columns.get('c UInt32')?.equals(bytesOf(Uint32Array.from(numbers, (n) => n * 3)))).toBe(true)
  expect(columns.get('d Float64')?.equals(bytesOf(Float64Array.from(numbers, (n) => n / 4)))).toBe(true)
})

test('a stream that ends within a block, or is none, is refused', () => {
  expect(() => read([new Uint8Array(bytes.subarray(0, bytes.length - 1))])).toThrow('ended within a block')
  expect(() => read([new Uint8Array(200_000).fill(0xff)])).toThrow('not a stream of native blocks')
  expect(() => read([Buffer.from('\x01\x01\x01a\x06String\x01a')])).toThrow('has no fixed width')
})
