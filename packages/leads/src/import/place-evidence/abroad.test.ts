import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Column } from '../../schema.ts'
import { proposeColumns } from '../columns/propose-columns.ts'
import { openImportFixture } from '../testing.ts'
import { abroadText, liesAbroad } from './abroad.ts'
import { placeRoles } from './place-roles.ts'
import { type Dice, diceOf, drawPlaces, phoneColumn } from './testing.ts'

const { run, leads } = openImportFixture()

function isAbroad(file: Readonly<Record<string, readonly string[]>>): boolean {
  const headers = Object.keys(file)
  const count = Object.values(file)[0]?.length ?? 0
  const rows = Array.from({ length: count }, (_, i) => headers.map((header) => file[header]?.[i] ?? ''))
  const { columns } = proposeColumns(headers, rows)
  const cells = ({ from }: Column) => [...(file[from] ?? [])]
  const roles = placeRoles(columns, { cells, values: (column) => cells(column).filter(Boolean) })
  return liesAbroad({ roles, phones: columns.filter(({ kind }) => kind === 'phone'), cells })
}

const forFiles = (check: (dice: Dice) => void) =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => check(diceOf(seed))),
    { numRuns: 25 },
  )

const towns = ['Dresden', 'Hamburg', 'Köln', 'München', 'Bremen', 'Leipzig', 'Kiel', 'Ulm']
/** Firms of Germany: the same digits of a code are of the same town. */
const codes = (dice: Dice, count: number) =>
  Array.from(
    { length: count },
    () => `${dice.pick(['01', '20', '50', '80', '28', '04', '24', '89'])}${dice.digits(3)}`,
  )
const townOf = (code: string) =>
  towns[['01', '20', '50', '80', '28', '04', '24', '89'].indexOf(code.slice(0, 2))] ?? ''

test('five digits that fit no city, and numbers called abroad, are of another country', () => {
  forFiles((dice) => {
    const Zip = codes(dice, 120)
    const City = Zip.map(townOf)
    const Phone = Zip.map(() => `+49 ${dice.digits(3)} ${dice.digits(6)}`)
    expect(isAbroad({ Zip, City, Phone })).toBe(true)
    expect(isAbroad({ Zip, City })).toBe(true)
    expect(isAbroad({ Zip, Phone })).toBe(true)
    expect(isAbroad({ Zip, City, State: Zip.map(() => dice.pick(['Sachsen', 'Bayern', ''])) })).toBe(true)
    expect(isAbroad({ Zip, City, Country: Zip.map(() => 'Germany') })).toBe(false)
    expect(isAbroad({ Zip })).toBe(false)
    // Too few to tell.
    expect(isAbroad({ Zip: Zip.slice(0, 6), City, Phone })).toBe(false)
  })
})

test('a file of ours is never abroad, however cities are written and whatever is missing', () => {
  forFiles((dice) => {
    const places = drawPlaces(dice, 120, dice.pick([1, 3, 40]))
    const Zip = places.map(({ zip }) => dice.pick([zip, zip, zip, String(Number(zip))]))
    const State = places.map(({ state }) => state)
    const Phone = phoneColumn(dice, places).cells
    const misspelled = places.map(({ city }) => (dice.random() < 0.8 ? `${city.slice(0, 4)}.` : city))
    const quarters = places.map(() => dice.pick(['Downtown', 'East Side', 'Old Town', 'Hill']))
    expect(isAbroad({ Zip })).toBe(false)
    expect(isAbroad({ Zip, City: misspelled })).toBe(false)
    expect(isAbroad({ Zip, City: quarters })).toBe(false)
    expect(isAbroad({ Zip, City: quarters, Phone })).toBe(false)
    // A list that is called from abroad, with its cities and states.
    const foreign = places.map(() => `+44 20 ${dice.digits(7)}`)
    expect(isAbroad({ Zip, City: misspelled, Phone: foreign })).toBe(false)
    expect(isAbroad({ Zip, State, Phone: foreign })).toBe(false)
    // ZIPs of nowhere, in cities and states that are ours.
    const unknown = Zip.map(() => dice.digits(5))
    expect(isAbroad({ Zip: unknown, State, City: places.map(({ city }) => city) })).toBe(false)
  })
})

test('such a file places nobody, and the import says why', async () => {
  const dice = diceOf(5)
  const rows = codes(dice, 120).map((code, i) => `Firma ${i},${townOf(code)},${code},+49 ${dice.digits(9)}\n`)
  const report = await run('abroad', `Company,City,Zip,Phone\n${rows.join('')}`)
  expect(report.places).toEqual({ fromColumns: 0, fromZip: 0, none: 120 })
  expect(report.warnings).toEqual([abroadText])
  const isPlaced = "p_state != '' OR p_county != '' OR p_zip != '' OR p_source != 0"
  expect(await leads('abroad', 'row', isPlaced)).toEqual([])
})
