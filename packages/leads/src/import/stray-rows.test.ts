import { expect, test } from 'vitest'
import { openImportFixture } from './testing.ts'

const { run, leads } = openImportFixture()

const header = 'Company,City,State,Zip\n'
const shops = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Shop ${i},Boston,MA,02108\n`).join('')

test.each([
  ['total', 'Total: 40,,,\n'],
  ['sum', 'Grand Total,,,40\n'],
  ['licenses', '"Total Licenses: 1,240","","",""\n'],
  ['tool', '\n(40 rows affected)\n'],
  ['note', '"Source: State, 2024",,,\n"As of 3/5/2024"\n'],
])('what is below the last row is no lead (%s)', async (id, footer) => {
  const report = await run(`foot-${id}`, `${header}${shops(40)}${footer}`)
  expect(report).toMatchObject({ rowsStored: 40, rowsIn: 40 + report.rowsRejected })
  expect(report.rowsRejected).toBeGreaterThan(0)
  expect(await leads(`foot-${id}`, 'count() AS leads', "c_company NOT LIKE 'Shop%' GROUP BY row")).toEqual([])
})

test('a footer is found at the end of a file of which only pieces are looked at', async () => {
  const report = await run('foot-large', `${header}${shops(120_000)}Total: 120000,,,\n`)
  expect(report).toMatchObject({ rowsStored: 120_000, rejectedBy: [{ kind: 'no_lead', rows: 1 }] })
})

test('the header of each of several files that were joined is no lead', async () => {
  const part = `Shops of the state,,,\n${header}${shops(20)}`
  const report = await run('joined', part + part + part)
  expect(report).toMatchObject({ rowsStored: 60, rejectedBy: [{ kind: 'no_lead', rows: 4 }] })
})

test('a small file is no ragged one because of its last line, and a shop may be called Total', async () => {
  const few = await run('few', `${header}${shops(6)}(6 rows affected)\n`)
  expect(few).toMatchObject({ rowsStored: 6, rowsRejected: 1 })
  const wine = `Total Wine 24,Boston,MA,02108\n`
  expect(await run('wine', `${header}${shops(20)}${wine}Total: 21,,,\n`)).toMatchObject({ rowsStored: 21 })
})

test('totals under many columns are no lead, nor are the notes that a program writes below a report', async () => {
  const amounts = Array.from(
    { length: 30 },
    (_, i) => `Shop ${i},MA,02108,"$1,${100 + i}.00",12.50,3\n`,
  ).join('')
  const sums = `Company,State,Zip,Value,Fee,Count\n${amounts}Grand Total,,,"$34,435.00",$ 375.00,(90)\n`
  expect(await run('sums', sums)).toMatchObject({ rowsStored: 30, rowsRejected: 1 })
  const notes =
    '"Leads Export"\n"Copyright (c) Firm, inc. All rights reserved."\n"Do Not Distribute"\n"Firm, Inc."\n'
  const report = await run('notes', `${header}${shops(40)}\n\n${notes}`)
  expect(report).toMatchObject({ rowsStored: 40, rowsRejected: 4 })
})
