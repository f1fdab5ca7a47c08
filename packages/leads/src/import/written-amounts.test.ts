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
  ]
  const { report, amounts } = await amountsOf('gaps', cells, (i) => `${i + 1},${100 + i}.25`)
  expect(amounts).toEqual([
    ...[1234.5, 1234.5, 1234.5, -1234.5, -1234.5, -1234.5],
    ...[1234.5, 1234, 12, 12.5, 1200000, 12.5],
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
