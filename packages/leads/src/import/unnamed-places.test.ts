import { expect, test } from 'vitest'
import { proposeColumns } from './propose-columns.ts'

const places = [
  ['Atlanta', 'GA', '30303', 'Fulton'],
  ['Boston', 'MA', '2108', 'Suffolk'],
  ['Houston', 'TX', '77002.0', 'Harris County'],
  ['Denver', 'CO', '80202-1234', 'DENVER'],
] as const

const rowsWith = (zipOf: (zip: string, i: number) => string) =>
  Array.from({ length: 60 }, (_, i) => {
    const [city, state, zip, county] = places[i % places.length] ?? places[0]
    return [`Firm ${i}`, `${i} Main St`, city, state, zipOf(zip, i), county, `${i % 7}.5`]
  })

const headers = ['Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5', 'Column 6', 'Column 7']
const kindsOf = (rows: string[][], names = headers) =>
  proposeColumns(names, rows).columns.map(({ kind }) => kind)

test('without a header, ZIP, city and county are told by the state and by each other', () => {
  expect(kindsOf(rowsWith((zip) => zip))).toEqual([
    'text',
    'text',
    'city',
    'state',
    'zip',
    'county',
    'number',
  ])
})

test('five digits that are no ZIPs of the row’s state stay what they are', () => {
  const kinds = kindsOf(rowsWith((_, i) => String(10_000 + i * 37)))
  expect(kinds).not.toContain('zip')
  expect(kinds).not.toContain('city')
})

test('a column with a name of its own speaks for itself', () => {
  const named = ['Name', 'Street', 'Column 3', 'ST', 'Employees', 'Column 6', 'Amount']
  expect(
    kindsOf(
      rowsWith((zip) => zip.slice(0, 5)),
      named,
    )[4],
  ).toBe('number')
})
