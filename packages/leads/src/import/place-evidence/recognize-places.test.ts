import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Column, ColumnKind } from '../../schema.ts'
import { proposeColumns } from '../columns/propose-columns.ts'
import { placeRoles } from './place-roles.ts'
import {
  addressColumns,
  type Dice,
  diceOf,
  drawPlaces,
  lookalikes,
  type MadeColumn,
  phoneColumn,
  pointColumns,
  rowsOf,
  shuffled,
} from './testing.ts'

const placeKinds = new Set<ColumnKind | undefined>(['zip', 'state', 'city', 'county', 'lat', 'lon', 'phone'])

/** Columns that were given another kind than they truly have. */
function mistakes(columns: readonly MadeColumn[], headers: readonly string[]): string[] {
  const proposed = proposeColumns(headers, rowsOf(columns)).columns
  return columns.flatMap(({ name, truth, cells }, index) => {
    const kind = proposed[index]?.kind
    const isRight = truth ? kind === truth : !placeKinds.has(kind)
    return isRight ? [] : [`${name} (${cells.slice(0, 3).join(', ')}) is taken for ${kind}`]
  })
}

/** A file of a few hundred businesses in one state or many, its columns in any order. */
function madeFile(dice: Dice): MadeColumn[] {
  const rows = 40 + Math.floor(dice.random() * 260)
  const places = drawPlaces(dice, rows, dice.pick([1, 2, 5, 40]))
  const own = [...addressColumns(dice, places), ...pointColumns(dice, places), phoneColumn(dice, places)]
  return shuffled(dice, [...own, ...lookalikes(dice, rows)])
}

const forFiles = (numRuns: number, check: (dice: Dice) => void) =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => check(diceOf(seed))),
    { numRuns },
  )

test('without names, every place column is recognized by what the rows say together, and no other column is', () => {
  forFiles(25, (dice) => {
    const columns = madeFile(dice)
    expect(
      mistakes(
        columns,
        columns.map((_, i) => `Column ${i + 1}`),
      ),
    ).toEqual([])
  })
})

test('surnames that are counties of a file’s one state are no second county', () => {
  // A file in Texas, three quarters of whose surnames are names of counties there.
  const columns = madeFile(diceOf(795_090))
  const unnamed = columns.map((_, i) => `Column ${i + 1}`)
  expect(columns.filter(({ truth }) => truth === 'county')).toHaveLength(1)
  expect(mistakes(columns, unnamed)).toEqual([])
})

test('names that say something else do not mislead', () => {
  const lies: Record<string, string> = {
    status: 'state',
    surname: 'City',
    order: 'zip',
    shift: 'county',
    lat: 'Longitude',
    lon: 'Latitude',
    growth: 'x',
    share: 'lat',
    account: 'Contact',
  }
  forFiles(25, (dice) => {
    const columns = madeFile(dice)
    expect(
      mistakes(
        columns,
        columns.map(({ name }, i) => lies[name] ?? `c${i + 1}`),
      ),
    ).toEqual([])
  })
})

test('of two addresses, the columns that agree with each other and with the coordinates say where a lead is', () => {
  forFiles(15, (dice) => {
    const here = drawPlaces(dice, 200, 20)
    // Half of the mail goes elsewhere.
    const others = drawPlaces(dice, 200, 20)
    const mail = here.map((place, i) => (i % 2 ? place : (others[i] ?? place)))
    const own = [...addressColumns(dice, here), ...pointColumns(dice, here)]
    const made = shuffled(dice, [...own, ...addressColumns(dice, mail, 'other ')])
    const headers = made.map((_, i) => `c${i + 1}`)
    const { columns } = proposeColumns(headers, rowsOf(made))
    const index = (column: Column) => headers.indexOf(column.from)
    const cells = (column: Column) => [...(made[index(column)]?.cells ?? [])]
    const roles = placeRoles(columns, { cells, values: (column) => cells(column).filter(Boolean) })
    const chosen = [roles.zip, roles.state, roles.city].map((column) => column && made[index(column)]?.name)
    expect(chosen).toEqual(['zip', 'state', 'city'])
    // A search for a city means the lead's own.
    expect(columns.find(({ key }) => key === 'city')?.from).toBe(roles.city?.from)
  })
})

test('of two addresses that agree alike, the one whose name says mailing is not the lead’s', () => {
  forFiles(5, (dice) => {
    const [mail, own] = [drawPlaces(dice, 120, 20), drawPlaces(dice, 120, 20)]
    const made = [...addressColumns(dice, mail, 'Mailing '), ...addressColumns(dice, own, '')]
    const { columns } = proposeColumns(
      made.map(({ name }) => name),
      rowsOf(made),
    )
    const cells = ({ from }: Column) => [...(made.find(({ name }) => name === from)?.cells ?? [])]
    const roles = placeRoles(columns, { cells, values: (column) => cells(column).filter(Boolean) })
    expect([roles.zip?.from, roles.state?.from, roles.city?.from]).toEqual(['zip', 'state', 'city'])
  })
})

const places = [
  ['Atlanta', 'GA', '30303', 'Fulton'],
  ['Boston', 'MA', '2108', 'Suffolk'],
  ['Houston', 'TX', '77002.0', 'Harris County'],
  ['Denver', 'CO', '80202-1234', 'DENVER'],
] as const
const fourTowns = (zipOf: (zip: string, i: number) => string) =>
  Array.from({ length: 60 }, (_, i) => {
    const [city, state, zip, county] = places[i % places.length] ?? places[0]
    return [`Firm ${i}`, `${i} Main St`, city, state, zipOf(zip, i), county, `${i % 7}.5`]
  })
const kindsOf = (headers: readonly string[], rows: string[][]) =>
  proposeColumns(headers, rows).columns.map(({ kind }) => kind)
const numbered = Array.from({ length: 7 }, (_, i) => `Column ${i + 1}`)

test('points over land are recognized without any other place; other fine numbers are not points', () => {
  forFiles(10, (dice) => {
    const made = shuffled(dice, [
      ...pointColumns(dice, drawPlaces(dice, 80, 30)),
      ...lookalikes(dice, 80).filter(({ name }) => name === 'share' || name === 'growth'),
    ])
    expect(
      mistakes(
        made,
        made.map((_, i) => `c${i + 1}`),
      ),
    ).toEqual([])
  })
})

test('four towns are enough, even against a name', () => {
  const kinds = ['text', 'text', 'city', 'state', 'zip', 'county', 'number']
  expect(
    kindsOf(
      numbered,
      fourTowns((zip) => zip),
    ),
  ).toEqual(kinds)
  const named = ['Name', 'Street', 'Column 3', 'ST', 'Employees', 'Column 6', 'Amount']
  expect(
    kindsOf(
      named,
      fourTowns((zip) => zip),
    ).slice(1, 6),
  ).toEqual(kinds.slice(1, 6))
})

test('columns without names are named after what they hold', () => {
  const { columns } = proposeColumns(
    numbered,
    fourTowns((zip) => zip),
  )
  expect(columns.map(({ key, label, from }) => [key, label, from]).slice(2, 6)).toEqual([
    ['city', 'City', 'Column 3'],
    ['state', 'State', 'Column 4'],
    ['zip', 'ZIP', 'Column 5'],
    ['county', 'County', 'Column 6'],
  ])
})

test('five digits that are no ZIPs of the row’s state stay what they are', () => {
  const kinds = kindsOf(
    numbered,
    fourTowns((_, i) => String(10_000 + i * 37)),
  )
  expect(kinds).not.toContain('zip')
})

test('addresses of another country keep what their names say', () => {
  const towns = ['München', 'Berlin', 'Köln', 'Hamburg', 'Leipzig', 'Bremen']
  const rows = Array.from({ length: 90 }, (_, i) => [
    `Firma ${i}`,
    towns[i % 6] ?? '',
    String(10_115 + i * 211),
  ])
  expect(kindsOf(['Name', 'City', 'Postal code'], rows)).toEqual(['text', 'city', 'zip'])
})

test('a column of territories and freely associated states is a state column', () => {
  for (const codes of [
    ['PR', 'GU', 'VI', 'AS', 'MP'],
    ['FM', 'MH', 'PW'],
    ['PR', 'FM', 'MH', 'PW', 'AE', 'GU'],
  ]) {
    const rows = Array.from({ length: 40 }, (_, i) => [
      `Firm ${i}`,
      codes[i % codes.length] ?? '',
      `${i % 9}`,
    ])
    expect(kindsOf(['Column 1', 'Column 2', 'Column 3'], rows)[1]).toBe('state')
  }
})

test('ten digits are a telephone number when they begin with area codes, and no id that counts up', () => {
  const dice = diceOf(11)
  const phones = phoneColumn(dice, drawPlaces(dice, 60, 10)).cells
  const rows = phones.map((phone, i) => [
    `Firm ${i}`,
    phone,
    `${2_024_550_100 + i}`,
    `1${phone.slice(1)}`,
    `${phone}.0`,
  ])
  expect(kindsOf(numbered.slice(0, 5), rows)).toEqual(['text', 'phone', 'id', 'id', 'phone'])
  // A provider's number that happens to look like a telephone number is called what it is.
  expect(
    kindsOf(
      ['Name', 'NPI'],
      rows.map((row) => row.slice(0, 2)),
    )[1],
  ).toBe('id')
})
