import { describe, expect, test } from 'vitest'
import { memorySource } from '../testing.ts'
import { readSample } from './read-sample.ts'
import { rejectKindOf } from './reject-kind.ts'
import { RowScanner } from './row-scanner.ts'

const towns = ['Boston', 'Austin', 'Denver', 'Miami', 'Salem']
const rowsOf = (row: (index: number, town: string) => string): string =>
  Array.from({ length: 200 }, (_, index) => `${row(index, towns[index % 5] ?? '')}\n`).join('')
const sampleOf = async (text: string) => await readSample(memorySource(text))

describe('quotes and delimiters', () => {
  test('quoted addresses with as many commas each are one column, and the header stays', async () => {
    const rows = rowsOf((i, town) => `Shop ${i},"${i} Main St, ${town}, MA 02108, USA"`)
    const { dialect, layout } = await sampleOf(`Company,Address\n${rows}`)
    expect(dialect).toMatchObject({ delimiter: ',', isQuoted: true })
    expect(layout).toMatchObject({ headers: ['Company', 'Address'], skipRows: 1 })
  })

  test('a delimiter that splits the header as it splits the rows is preferred', async () => {
    const { dialect, layout } = await sampleOf(
      `Company;City, State;Notes\n${rowsOf((i, town) => `Shop ${i};${town}, MA;a, b, c`)}`,
    )
    expect(dialect.delimiter).toBe(';')
    expect(layout.headers).toEqual(['Company', 'City, State', 'Notes'])
  })

  test('quotes escaped by a backslash stay in their cell', async () => {
    const text = `Company,Note,City\n${rowsOf((i, town) => `"Shop ${i}","said \\"hi\\", a\\\\b","${town}"`)}`
    const { dialect, rows } = await sampleOf(text)
    expect(dialect.isEscaped).toBe(true)
    expect(rows[1]).toEqual(['Shop 1', 'said "hi", a\\b', 'Austin'])
  })

  test('an escaped quote without any delimiter behind it is no backslash either', async () => {
    const text = `Company,Size\n${rowsOf((i) => `"Shop ${i}","${i}\\" pipe"`)}`
    expect((await sampleOf(text)).rows[3]).toEqual(['Shop 3', '3" pipe'])
  })

  test('a backslash that ends a quoted cell is text', async () => {
    const { dialect, rows } = await sampleOf(
      `Company,Path,City\n${rowsOf((i, town) => `"Shop ${i}","C:\\dir\\","${town}"`)}`,
    )
    expect(dialect.isEscaped).toBe(false)
    expect(rows[1]).toEqual(['Shop 1', 'C:\\dir\\', 'Austin'])
  })

  test.each(['^', '~'])('%s separates cells', async (sign) => {
    const text = `Company,City,Zip\n${rowsOf((i, town) => `Shop ${i},${town},02108`)}`
    const { layout } = await sampleOf(text.replaceAll(',', sign))
    expect(layout.headers).toEqual(['Company', 'City', 'Zip'])
  })
})

describe('headers of another width than the rows', () => {
  test('rows that end with a delimiter the header does not have', async () => {
    const { layout } = await sampleOf(`Company,City,Zip\n${rowsOf((i, town) => `Shop ${i},${town},02108,`)}`)
    expect(layout).toMatchObject({ hasHeader: true, skipRows: 1 })
    expect(layout.headers).toEqual(['Company', 'City', 'Zip', 'Column 4'])
  })

  test('row names that the header does not name', async () => {
    const { layout } = await sampleOf(
      `Company,City,Zip\n${rowsOf((i, town) => `${i},Shop ${i},${town},02108`)}`,
    )
    expect(layout.headers).toEqual(['Column 1', 'Company', 'City', 'Zip'])
  })

  test('rows that all leave off what they have nothing for', async () => {
    const { layout, rows } = await sampleOf(
      `Company,City,Zip,Fax,Notes\n${rowsOf((i, town) => `Shop ${i},${town},02108`)}`,
    )
    expect(layout).toMatchObject({ width: 5, isRagged: true, skipRows: 1 })
    expect(rows[0]).toEqual(['Shop 0', 'Boston', '02108', '', ''])
  })

  test('titles above a header are no header, and a line of dashes below it is no row', async () => {
    const rows = rowsOf((i, town) => `Shop ${i}|${town}|02108`)
    const { layout } = await sampleOf(
      `Report of shops\nAs of 2024, all|towns\nCompany|City|Zip\n-------|----|-----\n${rows}`,
    )
    expect(layout).toMatchObject({ headers: ['Company', 'City', 'Zip'], skipRows: 4 })
  })

  test('one row too long does not reject the rows that leave cells off', async () => {
    const rows = rowsOf((i, town) => (i % 2 ? `Shop ${i},${town}` : `Shop ${i},${town},02108`))
    const { layout } = await sampleOf(`Company,City,Zip\n${rows}a,b,c,d\n`)
    expect(layout).toMatchObject({ width: 3, isRagged: true })
  })
})

test.each([
  ['<!DOCTYPE html>\n<html><body>\n<p>Not found, sorry.</p>\n</body></html>\n', /web page/],
  ['\n<html xmlns:x="urn:x">\n<table>\n<tr><td>a</td></tr>\n</table>\n', /web page/],
  ['<?xml version="1.0"?>\n<rows>\n<row/>\n</rows>\n', /XML/],
  ['[\n{"name": "a", "zip": "1"},\n{"name": "b", "zip": "2"}\n]\n', /JSON/],
  ['{"name":"a","zip":"1"}\n{"name":"b","zip":"2"}\n', /JSON/],
  ['BEGIN:VCARD\nFN:Ann\nEND:VCARD\n', /vCards/],
  ['-- Dump\nINSERT INTO a VALUES (1, 2);\nINSERT INTO a VALUES (1, 3);\n', /SQL/],
  ['version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n', /Git LFS/],
  [`a,b\n${'\u0001\u0002x,y\n'.repeat(50)}`, /control characters/],
])('what is no table is refused with a sentence that says what it is: %j', async (text, sentence) => {
  await expect(sampleOf(text)).rejects.toThrow(sentence)
})

test('a table whose first header or cell only looks like another format is read', async () => {
  const rows = rowsOf((i, town) => `Shop ${i},${town}`)
  for (const header of ['<5 employees,City', '{id},City', 'Begin,City', '[name],City'])
    expect((await sampleOf(`${header}\n${rows}`)).layout.width).toBe(2)
})

test.each([
  ['macintosh', [0x8e], [0x96]],
  ['windows-1252', [0xe9], [0xf1]],
] as const)('letters with accents are read as those of %s', async (encoding, acute, tilde) => {
  const row = (i: number) => [
    ...[Buffer.from(`Caf`), Buffer.from(acute), Buffer.from(` ${i},Se`), Buffer.from(tilde)],
    Buffer.from(`or\u0027s,02108\r`),
  ]
  const content = Buffer.concat([
    Buffer.from('Company,Owner,Zip\r'),
    ...Array.from({ length: 20 }, (_, i) => row(i)).flat(),
  ])
  const sample = await readSample(memorySource(content))
  expect(sample.encoding.encoding).toBe(encoding)
  expect(sample.rows[3]).toEqual(['Café 3', "Señor's", '02108'])
})

test('a trade mark and curly quotes alone make no Macintosh file', async () => {
  const row = Buffer.concat([
    Buffer.from('Acme'),
    Buffer.from([0x99]),
    Buffer.from(',Joe'),
    Buffer.from([0x92]),
    Buffer.from('s\n'),
  ])
  const content = Buffer.concat([Buffer.from('Company,Owner\n'), ...Array.from({ length: 20 }, () => row)])
  expect((await readSample(memorySource(content))).rows[3]).toEqual(['Acme™', 'Joe’s'])
})

test('a quoted cell of more than a megabyte is said to be that', () => {
  const reasons: string[] = []
  const dialect = { delimiter: ',', isQuoted: true, crEndsRow: false }
  const scanner = new RowScanner({ ...dialect, onReject: ({ reason }) => reasons.push(reason) })
  scanner.push(Buffer.from(`1,"${'x'.repeat(1_200_000)}",2\n`).subarray(0, 1_100_000))
  expect(reasons).toEqual(['a quote is opened and not closed within 1 MiB'])
  expect(reasons.map(rejectKindOf)).toEqual(['quotes'])
})
