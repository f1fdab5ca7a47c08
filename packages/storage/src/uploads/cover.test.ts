import { expect, test } from 'vitest'
import { coverFromStart, cutPieces, type Part, type Piece } from './cover.ts'

const whole = 'abcdefghijklmnopqrstuvwxyz'
const part = (start: number, bytes: number): Part => ({ key: `${start}+${bytes}`, start, bytes })

/** What one reads who follows the pieces through parts of the alphabet. */
const read = (pieces: readonly Piece[]): string =>
  pieces
    .map(({ key, from, to }) => {
      const start = Number(key.split('+')[0])
      return whole.slice(start + from, start + to + 1)
    })
    .join('')

test.each([
  ['nothing', [], 0],
  ['one part', [part(0, 5)], 5],
  ['parts that follow each other, in any order', [part(5, 3), part(0, 5), part(8, 1)], 9],
  ['up to a gap', [part(0, 5), part(6, 3)], 5],
  ['nothing without the first byte', [part(1, 5)], 0],
  ['the longer of two that begin alike', [part(0, 2), part(0, 7), part(2, 3)], 7],
  ['over a part that ends inside another', [part(0, 7), part(2, 3), part(5, 10)], 15],
  [
    'with the longest of several that lie over each other',
    [part(0, 4), part(1, 9), part(3, 2), part(10, 1)],
    11,
  ],
])('%s is covered', (_name, parts, bytes) => {
  const cover = coverFromStart(parts)
  expect(cover.bytes).toBe(bytes)
  expect(read(cover.pieces)).toBe(whole.slice(0, bytes))
})

test('whatever parts there are, the cover is the longest beginning without a gap, and every range of it reads right', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 2_000; round++) {
    const parts = Array.from({ length: random(9) }, () => {
      const start = random(20)
      return part(start, 1 + random(Math.min(8, 26 - start)))
    })
    const has = (at: number) => parts.some(({ start, bytes }) => start <= at && at < start + bytes)
    let bytes = 0
    while (has(bytes)) bytes++
    const cover = coverFromStart(parts)
    expect(cover.bytes).toBe(bytes)
    expect(read(cover.pieces)).toBe(whole.slice(0, bytes))
    if (bytes === 0) continue
    const start = random(bytes)
    const end = start + random(bytes - start)
    expect(read(cutPieces(cover.pieces, { start, end }))).toBe(whole.slice(start, end + 1))
  }
})
