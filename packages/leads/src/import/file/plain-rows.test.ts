import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openScanner, PlainRowScanner } from './plain-rows.ts'
import { RowScanner } from './row-scanner.ts'
import type { Reject } from './scan-options.ts'

/** All that a scanner says of a file that comes in pieces of such sizes. */
function scan(scanner: RowScanner, rejects: Reject[], bytes: Buffer, sizes: readonly number[]) {
  const out: Buffer[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length
    out.push(Buffer.from(scanner.push(bytes.subarray(at, at + size))))
    at += size
  }
  out.push(Buffer.from(scanner.push(Buffer.alloc(0), true)))
  const { rows, rejected, line, blanks } = scanner
  return { text: Buffer.concat(out).toString('latin1'), rejects, rows, rejected, line, blanks: [...blanks] }
}

const dialect = { delimiter: ',', isQuoted: true, crEndsRow: false, isNumbered: true } as const

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
      const told: [Reject[], Reject[]] = [[], []]
      const given = (index: 0 | 1) => ({
        ...dialect,
        ...options,
        kept: options.kept as boolean[],
        typed: options.typed as boolean[],
        delimiter,
        columns: 3,
        onReject: (reject: Reject) => void told[index].push(reject),
      })
      const quick = scan(new PlainRowScanner(given(0)), told[0], bytes, sizes)
      expect(quick).toEqual(scan(new RowScanner(given(1)), told[1], bytes, sizes))
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
  const scanner = new Watched({ ...dialect, columns: 2 })
  const rows = 'a,b\n"c","d, e"\n f & g ,\nh,n/a\ni,j\r\n'
  expect(scanner.push(Buffer.from(rows)).toString()).toBe(
    '1\ta\tb\n2\tc\td, e\n3\tf & g\t\n4\th\t\n5\ti\tj\n',
  )
  expect(seen).toEqual([3, 1])
  const asWritten = new Watched({ ...dialect, columns: 2, asWritten: true })
  expect(asWritten.push(Buffer.from('n/a,-\na & b,None\n')).toString()).toBe('1\tn/a\t-\n2\ta & b\tNone\n')
  expect(seen).toEqual([3, 1, 2])
})

test('numbers of rows grow by a digit', () => {
  const scanner = openScanner({ ...dialect, columns: 1 })
  const rows = scanner
    .push(Buffer.from('a\n'.repeat(100_001)))
    .toString()
    .split('\n')
  expect([rows[8], rows[9], rows[98], rows[99], rows[99_998], rows[99_999], rows[100_000]]).toEqual(
    [9, 10, 99, 100, 99_999, 100_000, 100_001].map((row) => `${row}\ta`),
  )
})

/** What the scanner with the kernel says of a text, which is what the scanner alone says of it. */
function scanBoth(text: string, columns: number, sizes: readonly number[] = [1e9]) {
  const told: [Reject[], Reject[]] = [[], []]
  const given = (index: 0 | 1) => ({
    ...dialect,
    columns,
    onReject: (reject: Reject) => void told[index].push(reject),
  })
  const bytes = Buffer.from(text)
  const quick = scan(new PlainRowScanner(given(0)), told[0], bytes, sizes)
  expect(quick).toEqual(scan(new RowScanner(given(1)), told[1], bytes, sizes))
  return quick
}

test('rows of every length, however they are cut, and memory that grows with them', () => {
  const lines = Array.from({ length: 60 }, (_, i) => `${'x'.repeat(i * 977)}a,${'y'.repeat(i % 40)}`)
  expect(scanBoth(`${lines.join('\n')}\n`, 2, [70_000, 3, 1000]).rows).toBe(60)
})

test('many short rows have room for their numbers', () => {
  expect(scanBoth('a\n'.repeat(300_000), 1, [200_000]).rows).toBe(300_000)
})

test('a row of far too many cells leaves no trace, and a cell over the limit is rejected', () => {
  const { text } = scanBoth(`a,b\n${','.repeat(60_000)}\nn/a,c\nd,-\n`, 2)
  expect(text).toBe('1\ta\tb\n3\t\tc\n4\td\t\n')
  const long = scanBoth(`a,b\n${'x'.repeat(1_100_000)},c\n${'y'.repeat(1_000_000)},d\n`, 2)
  expect([long.rows, long.rejected]).toEqual([3, 1])
})
