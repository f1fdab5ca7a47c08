import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

async function amountsOf(id: string, cells: readonly string[], plain: (i: number) => string) {
  const rows = [...cells, ...Array.from({ length: 60 }, (_, i) => plain(i))]
  const text = rows.map((cell, i) => `Firm ${i};"${cell.replaceAll('"', '""')}"\n`).join('')
  const report = await run(id, `Company;Amount\n${text}`)
  const found = await leads(id, 'c_amount AS amount', `row <= ${cells.length}`)
  return { report, amounts: found.map(({ amount }) => amount) }
}

test('amounts are read with currencies, signs and gaps on either side', async () => {
  const cells = [
    "1'234.50",
    '1’234.50 CHF',
    'US$ 1,234.50',
    '$ (1,234.50)',
    '1,234.50-',
    '-$1,234.50',
    '1\u00a0234.50 USD',
    '1\u202f234',
    '12 %',
    '12,50',
    '1.2m EUR',
    'CHF 12.5',
    '(-1,234.50)',
  ]
  const { report, amounts } = await amountsOf('gaps', cells, (i) => `${i + 1},${100 + i}.25`)
  expect(amounts).toEqual([
    ...[1234.5, 1234.5, 1234.5, -1234.5, -1234.5, -1234.5],
    ...[1234.5, 1234, 12, 12.5, 1200000, 12.5, -1234.5],
  ])
  expect(report.columns[1]?.kind).toBe('money')
  expect(report.unreadable).toEqual([])
})

test('amounts with a decimal comma have blanks or points between the thousands', async () => {
  const cells = ['1 234,50', '1\u00a0234,50 €', '1.234,50', '1,35 Mio. €', '-1.234', '12.5', '(12,5)']
  const { amounts } = await amountsOf('commas', cells, (i) => `${i + 1} ${100 + i},25`)
  expect(amounts).toEqual([1234.5, 1234.5, 1234.5, 1350000, -1234, 12.5, -12.5])
})

test('each column has its own decimal sign', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `Firm ${i};1.234,5${i % 10};42.35${i % 10};-71.06${i % 10}\n`,
  )
  await run('own', `Company;Amount;Lat;Lon\n${rows.join('')}`)
  const [first] = await leads('own', 'c_amount AS a, c_lat AS lat, round(p_lon, 3) AS lon', 'row = 2')
  expect(first).toEqual({ a: 1234.51, lat: 42.351, lon: -71.061 })
})

test('an amount that two readings fit differently is not read', async () => {
  const { report, amounts } = await amountsOf(
    'unsure',
    ['1.234,50', '1,2,3'],
    (i) => `${i + 1},${100 + i}.25`,
  )
  expect(amounts).toEqual([null, null])
  expect(report.unreadable).toEqual([{ key: 'amount', cells: 2 }])
})

test('names of nine digits with blanks stay texts', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `Firm ${i};552 100 ${100 + i}\n`).join('')
  const report = await run('names', `Company;Siren\n${rows}`)
  expect(report.columns[1]?.kind).not.toBe('number')
})

test('a dash behind a currency is zero, and the sides of a book are signs', async () => {
  const cells = ['$ -', '$-', '$   -', '1,234 CR', '$1,234.00 DR', '1,234.50CR', '1.5 Cr', '-']
  const { report, amounts } = await amountsOf('books', cells, (i) => (i % 2 ? `$ ${100 + i}.25` : '$ -'))
  expect(amounts).toEqual([0, 0, 0, -1234, 1234, -1234.5, null, null])
  expect(report.columns[1]?.kind).toBe('money')
  expect(report.unreadable).toEqual([{ key: 'amount', cells: 1 }])
})

test('quarters among dates are their first days; a column of quarters or fiscal years keeps its texts', async () => {
  const days = ['2012Q4', '2012-Q4', 'Q1 2013', '2013q2', '12/31/2012', '1/1/2013']
  const rows = Array.from(
    { length: 60 },
    (_, i) => `F ${i};${days[i % 6]};2012Q${1 + (i % 4)};FY20${13 + (i % 3)}\n`,
  )
  const report = await run('quarters', `Company;Start Date;Quarter;Fiscal Year\n${rows.join('')}`)
  expect(report.unreadable).toEqual([])
  const found = await leads(
    'quarters',
    'toString(c_start_date) AS day, c_quarter AS q, c_fiscal_year AS y',
    'row <= 6',
  )
  const first = ['2012-10-01', '2012-10-01', '2013-01-01', '2013-04-01', '2012-12-31', '2013-01-01']
  expect(found.map(({ day }) => day)).toEqual(first)
  expect(found[1]).toMatchObject({ q: '2012Q2', y: 'FY2014' })
})
