import { expect, test } from 'vitest'
import { asRows } from './dialect.ts'
import { rejectKindOf } from './reject-kind.ts'
import { RowScanner } from './row-scanner.ts'
import type { Reject, ScanOptions } from './scan-options.ts'

type Scanned = { rows: string[][]; rejects: Reject[]; scanner: RowScanner }

function scan(text: string | Uint8Array, options: Partial<ScanOptions> = {}, pieceBytes = 1e6): Scanned {
  const rejects: Reject[] = []
  const scanner = new RowScanner({
    delimiter: ',',
    isQuoted: true,
    crEndsRow: false,
    onReject: (reject) => rejects.push(reject),
    ...options,
  })
  const bytes = Buffer.from(text)
  const out: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    out.push(Buffer.from(scanner.push(bytes.subarray(at, at + pieceBytes))))
  out.push(Buffer.from(scanner.push(Buffer.alloc(0), true)))
  // Every reason that a test of the scanner sees can be counted.
  for (const { reason } of rejects) rejectKindOf(reason)
  return { rows: asRows(Buffer.concat(out)), rejects, scanner }
}

test('cells are unquoted, trimmed and unescaped', () => {
  const { rows } = scan('a, "b, ""c""" ,  d \n"x\ny",\t z\\ ,"é "\n')
  expect(rows).toEqual([
    ['a', 'b, "c"', 'd'],
    ['x\ny', 'z\\', 'é'],
  ])
})

test('LF, CRLF and a last line without an end give the same rows', () => {
  const wanted = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  for (const text of ['a,b\nc,d\n', 'a,b\r\nc,d\r\n', 'a,b\nc,d', '\na,b\r\n\r\nc,d\r\n\r\n'])
    expect(scan(text).rows).toEqual(wanted)
  expect(scan('a,b\rc,d\r', { crEndsRow: true }).rows).toEqual(wanted)
})

test('rows come out the same wherever the file is cut into pieces', () => {
  const text = 'id,"na""me",x\r\n1,"two\r\nlines &amp; é",\r\n2,"Joe "Tiger" Smith",z\r\n3,"",\u00a0n/a\r\n'
  const whole = scan(text)
  expect(whole.rows).toHaveLength(4)
  for (let size = 1; size < 40; size++) {
    const cut = scan(text, {}, size)
    expect(cut.rows).toEqual(whole.rows)
    expect(cut.rejects).toEqual(whole.rejects)
  }
})

test('words that say nothing are emptied, in typed columns a few more', () => {
  const { rows } = scan('N/A,NULL,(blank),-,NA,None,-999\nn/a,\\N,#N/A,.,Na,none,-999.0\n', {
    columns: 7,
    typed: [false, false, false, false, false, false, true],
  })
  expect(rows).toEqual([
    ['', '', '', '', '', 'None', ''],
    ['', '', '', '', 'Na', 'none', ''],
  ])
})

test('character references are decoded, an ampersand that is none stays', () => {
  expect(scan('Ben &amp; Jerry&#39;s,caf&eacute;,AT&T; x,?a=1&b=2,&#92;n\n').rows).toEqual([
    ["Ben & Jerry's", 'café', 'AT&T; x', '?a=1&b=2', '\\n'],
  ])
})

test('a row with the wrong number of cells is rejected with its line and reason', () => {
  const { rows, rejects, scanner } = scan('a,b\n1,2\n3\n"4\n4",5,6\n7,8,,\n,\n9,10\n', {
    columns: 2,
    skipRows: 1,
  })
  expect(rows).toEqual([
    ['1', '2'],
    ['7', '8'],
    ['9', '10'],
  ])
  expect(rejects.map(({ line, row, reason }) => [line, row, reason])).toEqual([
    [3, 2, '1 cells where the header has 2'],
    [4, 3, "more cells than the header's 2"],
    [7, 5, 'no cell has a value'],
  ])
  expect([scanner.rows, scanner.rejected]).toEqual([6, 3])
})

test('a ragged file may leave off cells at the end of its rows', () => {
  const { rows } = scan('1\n2,b,c\n', { columns: 3, isRagged: true })
  expect(rows).toEqual([
    ['1', '', ''],
    ['2', 'b', 'c'],
  ])
})

test('NUL and broken UTF-8 lose only their own row', () => {
  const bytes = Buffer.concat([Buffer.from('1,a\n2,\0b\n3,'), Buffer.from([0xe9]), Buffer.from('\n4,é\n')])
  const { rows, rejects } = scan(bytes, { columns: 2 })
  expect(rows).toEqual([
    ['1', 'a'],
    ['4', 'é'],
  ])
  expect(rejects.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'a NUL byte'],
    [3, 'bytes that are not UTF-8'],
  ])
})

test('a quote that is never closed loses only its own line', () => {
  const { rows, rejects } = scan('1,"open\n2,b\n3,c\n', { columns: 2 })
  expect(rows).toEqual([
    ['2', 'b'],
    ['3', 'c'],
  ])
  expect(rejects).toMatchObject([{ line: 1, row: 1 }])
  const mended = scan('1,"open\n2,"b"\n3,c\n', { columns: 2 })
  expect(mended.rows).toEqual([
    ['2', 'b'],
    ['3', 'c'],
  ])
  expect(mended.rejects).toMatchObject([{ line: 1, row: 1 }])
})

test('a line over the limit is rejected and the next one read', () => {
  const { rows, rejects } = scan(`1,${'x'.repeat(5e6)}\n2,b\n`, { columns: 2 }, 300_000)
  expect(rows).toEqual([['2', 'b']])
  expect(rejects.map(({ line }) => line)).toEqual([1])
})

test('kept columns are written after the row number, and blanks are counted per column', () => {
  const { rows, scanner } = scan('a,b,c\n1,,x\n2,n/a,y\n', {
    columns: 3,
    kept: [false, true, true],
    isNumbered: true,
    skipRows: 1,
  })
  expect(rows).toEqual([
    ['1', '', 'x'],
    ['2', '', 'y'],
  ])
  expect([...scanner.blanks]).toEqual([0, 2, 0])
})
