import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asRows } from './dialect.ts'
import { PlainRowScanner } from './plain-rows.ts'
import { blockRows } from './row-block.ts'
import { RowScanner } from './row-scanner.ts'
import type { FileScan, Reject } from './scan-options.ts'
import { readBlocks } from './testing.ts'

/** All that a scanner says of a file that comes in pieces of such sizes; `take` gives what it makes of one. */
function scan<Scanner extends RowScanner>(
  scanner: Scanner,
  rejects: Reject[],
  { bytes, sizes, take }: { bytes: Buffer; sizes: readonly number[]; take: Taken<Scanner> },
) {
  const out: Buffer[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length
    out.push(...take(scanner, bytes.subarray(at, at + size), false))
    at += size
  }
  out.push(...take(scanner, Buffer.alloc(0), true))
  const { rows, rejected, line, blanks } = scanner
  return { out: Buffer.concat(out), rejects, rows, rejected, line, blanks: [...blanks] }
}

type Taken<Scanner> = (scanner: Scanner, chunk: Buffer, isLast: boolean) => Buffer[]

const lines: Taken<RowScanner> = (scanner, chunk, isLast) => [Buffer.from(scanner.push(chunk, isLast))]

const blocks: Taken<PlainRowScanner> = (scanner, chunk, isLast) =>
  Array.from(scanner.scan(chunk, isLast), (piece) => Buffer.from(piece))

/** What the scanner with the kernel says of a file, which is what the scanner alone says of it. */
function scanBoth(options: Partial<FileScan>, bytes: Buffer, sizes: readonly number[] = [1e9]) {
  const told: [Reject[], Reject[]] = [[], []]
  const given = (index: 0 | 1) => ({
    ...{ ...dialect, columns: 3, ...options },
    onReject: (reject: Reject) => void told[index].push(reject),
  })
  const { out, ...said } = scan(new PlainRowScanner(given(0)), told[0], { bytes, sizes, take: blocks })
  const cells = readBlocks(out).flat()
  const alone = new RowScanner({ ...given(1), isNumbered: true })
  const { out: text, ...saidAlone } = scan(alone, told[1], { bytes, sizes, take: lines })
  expect({ cells, ...said }).toEqual({ cells: asRows(text), ...saidAlone })
  return { cells, ...said }
}

const dialect = { delimiter: ',', isQuoted: true, crEndsRow: false } as const

const oddCells = [
  ...[
    '',
    ' ',
    'a b ',
    ' "a" ',
    '"a b"',
    '"',
    '""',
    '" a  "',
    '"a, b;c\td"',
    '"a""b"',
    '"a"b"',
    '"a"  ',
    '"a" b',
  ],
  ...['"two\nlines"', '"a\rb"', '"a\r\nb"', 'a & b', 'a &amp; b', '"a &#39; b"', 'AT&T', '\\', 'a\\b'],
  ...[
    '\t',
    'a\tb',
    'a\0',
    'a\u0007b',
    '\r',
    'a\rb',
    'é',
    'Â',
    '\u00a0',
    '\u00a0a',
    'a\u00a0',
    '"\u00a0a\u00a0"',
  ],
  ...['a \u00a0', 'N/A', 'n/a', '-', '.', 'None', 'none', '-999', '-99', '\\N', '"NULL"', 'null', '(blank)'],
  ...['not available', '"n/a "', 'x'.repeat(300)],
]

/** What a cell may have in it, with the delimiter and quotes: most cells are plain, so most rows are. */
const cell = fc.oneof(
  { weight: 12, arbitrary: fc.stringMatching(/^[a-z]{0,40}$/) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...oddCells),
  },
)

const file = fc.record({
  rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 40, size: 'max' }),
  extra: fc.array(
    fc.tuple(fc.nat(40), fc.constantFrom('', 'a', 'a,b', ',,', ',a,b,c', 'a;b\tc', '"never closed')),
    {
      maxLength: 3,
    },
  ),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\n', '\r\n', '\r'),
  hasLastEnd: fc.boolean(),
  broken: fc.option(fc.nat(2000), { freq: 8 }),
  sizes: fc.oneof(fc.constant([1_000_000]), fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 })),
  options: fc.record({
    isQuoted: fc.boolean(),
    kept: fc.option(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), { nil: undefined }),
    typed: fc.option(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), { nil: undefined }),
    isRagged: fc.boolean(),
    asWritten: fc.boolean(),
    skipRows: fc.nat(2),
  }),
})

test('the kernel writes what the scanner alone writes, and rejects what it rejects', () => {
  fc.assert(
    fc.property(file, ({ rows, extra, delimiter, end, hasLastEnd, broken, sizes, options }) => {
      const lines = rows.map((cells) => cells.join(delimiter))
      for (const [index, line] of extra) lines.splice(index, 0, line)
      const bytes = Buffer.from(lines.join(end) + (hasLastEnd ? end : ''))
      if (broken !== null && broken < bytes.length) bytes[broken] = 0xe9
      const { kept, typed, ...others } = options
      scanBoth({ ...others, ...(kept && { kept }), ...(typed && { typed }), delimiter }, bytes, sizes)
    }),
    { numRuns: 3000 },
  )
})

test('plain rows are left to the kernel, and what is not plain is not', () => {
  const seen: number[] = []
  class Watched extends PlainRowScanner {
    protected override plainRows(pos: number): number {
      const before = this.rows
      const next = super.plainRows(pos)
      seen.push(this.rows - before)
      return next
    }
  }
  const rowsOf = (scanner: PlainRowScanner, text: string) =>
    readBlocks(Buffer.concat(blocks(scanner, Buffer.from(text), true))).flat()
  const rows = 'a,b\n"c","d, e"\n f & g ,\nh,n/a\ni,j\r\n'
  expect(rowsOf(new Watched({ ...dialect, columns: 2 }), rows)).toEqual([
    ['1', 'a', 'b'],
    ['2', 'c', 'd, e'],
    ['3', 'f & g', ''],
    ['4', 'h', ''],
    ['5', 'i', 'j'],
  ])
  expect(seen).toEqual([3, 1])
  const asWritten = new Watched({ ...dialect, columns: 2, asWritten: true })
  expect(rowsOf(asWritten, 'n/a,-\na & b,None\n')).toEqual([
    ['1', 'n/a', '-'],
    ['2', 'a & b', 'None'],
  ])
  expect(seen).toEqual([3, 1, 2])
})

test('a block has at least so many rows as sort and write well, the last one what is left', () => {
  const scanner = new PlainRowScanner({ ...dialect, columns: 1 })
  const chunk = Buffer.from('a\n'.repeat(blockRows / 4))
  const sizes = [1, 2, 3, 4, 5].map((n) => readBlocks(Buffer.concat(blocks(scanner, chunk, n === 5))))
  expect(sizes.map((some) => some.map((block) => block.length))).toEqual([
    [],
    [],
    [],
    [blockRows],
    [blockRows / 4],
  ])
})

test('rows of every length, however they are cut, and memory that grows with them', () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${'x'.repeat(i * 977)}a,${'y'.repeat(i % 40)}`)
  expect(scanBoth({ columns: 2 }, Buffer.from(`${rows.join('\n')}\n`), [70_000, 3, 1000]).rows).toBe(60)
})

test('texts of every length that their own length takes another byte for', () => {
  const lengths = [1, 126, 127, 128, 129, 255, 256, 16_382, 16_383, 16_384, 16_385, 70_000, 262_000, 263_000]
  const rows = lengths.flatMap((length) => [
    `${'x'.repeat(length)},a\n`,
    `"y""${'z'.repeat(length)}",b\n`,
    `c,"two\nlines ${'\\'.repeat(length)}"\n`,
  ])
  expect(scanBoth({ columns: 2 }, Buffer.from(rows.join(''))).rows).toBe(3 * lengths.length)
})

test('a column without room, also one that is not written, has room again', () => {
  const long = 'x'.repeat(9000)
  const rows = Array.from({ length: 300 }, (_, i) => `${long},${i % 7 === 0 ? '"a ""b"""' : i},${i}\n`).join(
    '',
  )
  for (const kept of [
    [true, true, true],
    [false, true, true],
  ])
    expect(scanBoth({ kept }, Buffer.from(rows), [100_000]).rows).toBe(300)
})

test('hundreds of columns, each with less room', () => {
  const row = (i: number) =>
    Array.from({ length: 500 }, (_, column) => 'c'.repeat((i * column) % 90)).join(',')
  const rows = Array.from({ length: 200 }, (_, i) => `${row(i + 1)}\n`).join('')
  expect(scanBoth({ columns: 500 }, Buffer.from(rows), [150_000]).rows).toBe(200)
})

test('many short rows have room for their numbers', () => {
  const { rows, cells } = scanBoth({ columns: 1 }, Buffer.from('a\n'.repeat(300_000)), [200_000])
  expect([rows, cells[99_999], cells[299_999]]).toEqual([300_000, ['100000', 'a'], ['300000', 'a']])
})

test('a file that no row of is left to the kernel', () => {
  const escaped = Buffer.from('1,"a \\"b\\" c"\n2,"d"\n')
  expect(scanBoth({ columns: 2, isEscaped: true }, escaped).cells).toEqual([
    ['1', '1', 'a "b" c'],
    ['2', '2', 'd'],
  ])
  expect(scanBoth({ columns: 2, crEndsRow: true }, Buffer.from('1,a\r2,b\r')).rows).toBe(2)
})

test('a row of far too many cells leaves no trace, and a cell over the limit is rejected', () => {
  const { cells } = scanBoth({ columns: 2 }, Buffer.from(`a,b\n${','.repeat(60_000)}\nn/a,c\nd,-\n`))
  expect(cells).toEqual([
    ['1', 'a', 'b'],
    ['3', '', 'c'],
    ['4', 'd', ''],
  ])
  const rows = `a,b\n${'x'.repeat(1_100_000)},c\n${'y'.repeat(1_000_000)},d\n`
  const long = scanBoth({ columns: 2 }, Buffer.from(rows))
  expect([long.rows, long.rejected]).toEqual([3, 1])
})
