import { expect, test } from 'vitest'
import { proposeColumns } from './propose-columns.ts'

const given = [
  'James',
  'Mary',
  'Robert',
  'Linda',
  'Ngozi',
  'Xiu',
  'David',
  'Priya',
  'Susan',
  'Thomas',
  'Dmitri',
]
const last = ['Smith', 'Okafor', 'O’Brien', 'Garcia-Lopez', 'Patel', 'Nguyen', 'Kim', 'Rossi', 'Young', 'Wu']
const firms = [
  'Summit James Group',
  'Coastal Foods',
  'Smith & Sons',
  'Martin Luther King School',
  'Eagle Inc',
]
const at = (list: readonly string[], i: number): string => list[i % list.length] ?? ''

/** Whether a column with this header and these cells is masked. */
function isMasked(header: string, cell: (i: number) => string, beside: (i: number) => string[] = () => []) {
  const rows = Array.from({ length: 60 }, (_, i) => [cell(i), ...beside(i)])
  const headers = [header, ...(rows[0] ?? []).slice(1).map((_, i) => `Column ${i + 2}`)]
  return proposeColumns(headers, rows).columns.map(({ contact }) => contact)
}

test.each([
  ['Licensee Name', (i: number) => `${at(last, i)}, ${at(given, i)} B.`],
  ['COMPANY_OFFICER_1', (i: number) => `${at(given, i)} ${at(last, i)}`.toUpperCase()],
  ['mailto', (i: number) => `${at(last, i)} ${at(given, i)} & ANN`.toUpperCase()],
  ['ICO', (i: number) => `% ${at(given, i)} ${at(last, i)}`],
  ['Column 1', (i: number) => `Dr. ${at(given, i)} ${at(last, i)}`],
])('people are masked whatever their column is called: %s', (header, cell) => {
  expect(isMasked(header, cell)).toEqual([true])
})

test.each([
  ['Name', (i: number) => at(firms, i)],
  ['Street Name', (i: number) => `${at(given, i)} ${at(last, i)}`],
  ['School', (i: number) => `${at(given, i)} ${at(last, i)}`],
  ['Category', (i: number) => at(['Nail Care', 'Home Goods', 'Auto Parts'], i)],
])('what only resembles people is not: %s', (header, cell) => {
  expect(isMasked(header, cell)).toEqual([false])
})

test('without a header, given names and the surnames beside them are masked', () => {
  const beside = (i: number) => [at(last, i * 3), at(['Active', 'Closed'], i), at(firms, i)]
  expect(isMasked('Column 1', (i) => at(given, i), beside)).toEqual([true, true, false, false])
})

test('numbers with many area codes are called, also where people live in other states', () => {
  const areas = ['212', '617', '404', '512', '303', '206', '312', '213', '702']
  const states = ['ME', 'OH', 'FL', 'UT', 'WI']
  const rows = Array.from({ length: 60 }, (_, i) => [`${at(areas, i)}${7_654_321 - i * 997}`, at(states, i)])
  const columns = proposeColumns(['Column 1', 'State'], rows).columns
  expect(columns[0]).toMatchObject({ kind: 'phone', contact: true })
})
