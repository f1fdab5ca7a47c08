import { readXlsx, writeXlsxStream } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { toXlsxCell } from './xlsx-cells.ts'

async function roundTrip(texts: readonly string[]): Promise<unknown[]> {
  const row = texts.map((text) => toXlsxCell('text', text))
  const stream = writeXlsxStream([row], {
    name: 'Leads',
    columns: texts.map((_, index) => ({ header: `h${index}` })),
  })
  const { sheets } = await readXlsx(new Uint8Array(await new Response(stream).arrayBuffer()))
  return sheets[0]?.rows[1] ?? []
}

test('a text reads back as it was, also when it looks like an escape or holds characters that XML lacks', async () => {
  const texts = [
    '_x0041_',
    '_x005F_x0041_',
    '__x0041_',
    '\ufffe',
    '\uffff',
    '\u0001',
    ' lead ',
    'a\r\nb',
    '<&>"\'',
    '=1+1',
    '\t=1',
    '02138',
    'é😀',
  ]
  expect(await roundTrip(texts)).toEqual(texts)
})

test('each kind has its type; a blank gives no cell', () => {
  expect(toXlsxCell('zip', '02138')).toBe('02138')
  expect(toXlsxCell('number', -12.5)).toBe(-12.5)
  expect(toXlsxCell('boolean', true)).toBe(true)
  expect(toXlsxCell('date', '2020-02-29')).toEqual(new Date('2020-02-29T00:00:00Z'))
  expect(toXlsxCell('date', '1899-12-31')).toBe('1899-12-31')
  expect(toXlsxCell('text', '')).toBeNull()
  expect(toXlsxCell('text', null)).toBeNull()
  expect(toXlsxCell('text', 'x'.repeat(40_000))).toHaveLength(32_767)
})
