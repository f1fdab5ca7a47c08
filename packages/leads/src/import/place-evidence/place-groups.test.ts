import { expect, test } from 'vitest'
import type { Column } from '../../schema.ts'
import { proposeColumns } from '../columns/propose-columns.ts'
import { placeRoles } from './place-roles.ts'

const towns = [
  ['Atlanta', 'GA', '30303'],
  ['Savannah', 'GA', '31401'],
  ['Houston', 'TX', '77002'],
  ['Denver', 'CO', '80202'],
  ['Boston', 'MA', '02108'],
  ['Newark', 'NJ', '07102'],
] as const
const townOf = (row: number) => towns[row % towns.length] ?? towns[0]

/** The columns that say where a lead is, by their headers. */
function rolesOf(headers: readonly string[], rows: readonly (readonly string[])[]): Record<string, string> {
  const { columns } = proposeColumns(headers, rows)
  const cells = ({ from }: Column) => rows.map((row) => row[headers.indexOf(from)] ?? '')
  const roles = placeRoles(columns, { cells, values: (column) => cells(column).filter(Boolean) })
  const entries = Object.entries(roles) as [string, Column | { column: Column }][]
  return Object.fromEntries(
    entries.map(([role, said]) => [role, 'column' in said ? said.column.from : said.from]),
  )
}

/** A file of people whose homes may be elsewhere than their companies are. */
const people = (count: number, companyPlace: (row: number) => string[]): string[][] =>
  Array.from({ length: count }, (_, i) => {
    const [city, state] = townOf(i % 4 ? i : i + 1)
    return [`Firm ${i}`, city, state, i % 3 ? 'United States' : 'Canada', ...companyPlace(i)]
  })
const person = ['Company', 'City', 'State', 'Country']

test.each([3, 60])(
  'of a person and a company with places of their own, one is taken whole (%i rows)',
  (count) => {
    const headers = [...person, 'Company City', 'Company State', 'Company Postal Code', 'Company Country']
    const rows = people(count, (i) => [...townOf(i), 'United States'])
    expect(rolesOf(headers, rows)).toEqual({
      city: 'Company City',
      state: 'Company State',
      zip: 'Company Postal Code',
      country: 'Company Country',
    })
  },
)

test('a company whose address ends in a ZIP has more of a place than a person without', () => {
  const headers = [...person, 'Company Address', 'Company City', 'Company State']
  const rows = people(60, (i) => [
    `${i} Main St, ${townOf(i)
      .join(', ')
      .replace(/, (\d)/, ' $1')}`,
    ...townOf(i).slice(0, 2),
  ])
  expect(rolesOf(headers, rows)).toEqual({
    city: 'Company City',
    state: 'Company State',
    address: 'Company Address',
  })
})

test('without a ZIP the first place is taken, and no address of the other', () => {
  const headers = [...person, 'Company City', 'Company State', 'Company Country']
  const rows = people(60, (i) => [...townOf(i).slice(0, 2), 'United States'])
  expect(rolesOf(headers, rows)).toEqual({ city: 'City', state: 'State', country: 'Country' })
})

test('an owner’s whole address is not the place of a property that has no ZIP', () => {
  const headers = ['Parcel', 'City', 'State', 'Owner City', 'Owner State', 'Owner Zip']
  const rows = Array.from({ length: 60 }, (_, i) => [
    `P ${i}`,
    ...townOf(i).slice(0, 2),
    ...townOf(i * 7 + 1),
  ])
  expect(rolesOf(headers, rows)).toEqual({ city: 'City', state: 'State' })
})

test('columns of no other address complete a place', () => {
  const headers = ['Site', 'Facility City', 'Facility State', 'Mail City', 'Mail State', 'Mail Zip', 'Zip']
  const rows = Array.from({ length: 60 }, (_, i) => {
    const [city, state, zip] = townOf(i)
    return [`S ${i}`, city, state, ...townOf(i + 1), zip]
  })
  expect(rolesOf(headers, rows)).toEqual({ city: 'Facility City', state: 'Facility State', zip: 'Zip' })
})

test('each column of many points is read once, and a latitude goes with the longitude of its own place', () => {
  const places = Array.from({ length: 60 }, (_, i) => `Stop ${i}`)
  const headers = places.flatMap((place) => [`${place} Latitude`, `${place} Longitude`])
  const columns = headers.map((from): Column => {
    const rest = { label: from, group: 'Location', contact: false, facet: false, suggest: false }
    return { key: from.toLowerCase(), from, kind: from.endsWith('Latitude') ? 'lat' : 'lon', ...rest }
  })
  const asked = new Map<string, number>()
  const cells = ({ from }: Column) => {
    asked.set(from, (asked.get(from) ?? 0) + 1)
    return Array.from({ length: 20 }, (_, i) => `${from.endsWith('Latitude') ? 30 + i : -80 - i}.25`)
  }
  const { lat, lon } = placeRoles(columns, { cells, values: cells })
  expect([lat?.from, lon?.from]).toEqual(['Stop 0 Latitude', 'Stop 0 Longitude'])
  expect(Math.max(...asked.values())).toBeLessThanOrEqual(2)
})

test('a company is where it is, not where its people live, and an owner in other states lends no ZIP', () => {
  const both = [
    'Company',
    'Person City',
    'Person State',
    'Person Zip Code',
    'Company City',
    'Company State',
    'Company Zip',
  ]
  const rows = Array.from({ length: 30 }, (_, i) => [`Firm ${i}`, ...townOf(i + 1 + (i % 4)), ...townOf(i)])
  expect(rolesOf(both, rows)).toMatchObject({ city: 'Company City', zip: 'Company Zip' })
  const address = (place: readonly string[]) => `${place[0]}, ${place[1]} ${place[2]}`
  const owned = ['Airport', 'City', 'State', 'Manager Address', 'Site']
  const lines = Array.from({ length: 30 }, (_, i) => [
    `Field ${i}`,
    ...townOf(i).slice(0, 2),
    address(townOf(i + 2)),
    address(townOf(i)),
  ])
  const columns = proposeColumns(owned, lines).columns
  const cells = ({ from }: Column) => lines.map((row) => row[owned.indexOf(from)] ?? '')
  expect(placeRoles(columns, { cells, values: cells }).address?.column.from).toBe('Site')
})
