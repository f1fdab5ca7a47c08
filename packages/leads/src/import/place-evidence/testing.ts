import { stateOfAreaCode } from '../../geography/area-codes.ts'
import { countiesOfShapes } from '../../geography/counties-shapes.ts'
import { states } from '../../geography/states.ts'
import { type ZipPlace, zipPlaces } from '../../geography/zip-places.ts'
import type { ColumnKind } from '../../schema.ts'

/** A column of a generated file, and the kind it truly has; undefined for columns that hold no place. */
export type MadeColumn = {
  readonly name: string
  readonly truth: ColumnKind | undefined
  readonly cells: readonly string[]
}

/** A repeatable source of numbers from 0 up to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const all = [...zipPlaces().values()]
const zipsOf = Map.groupBy(all, ({ state }) => state)
/**
 * Where there is only one county, as in DC, or a handful of ZIPs, as in American Samoa, columns are almost constant.
 */
const drawable = states.filter(({ code }) => {
  const zips = zipsOf.get(code) ?? []
  // A city of Puerto Rico and its county have one name.
  return code !== 'PR' && zips.length >= 30 && new Set(zips.map(({ county }) => county)).size >= 3
})
const countyNames = new Map(countiesOfShapes().map(({ fips, name }) => [fips, name]))
const stateNames = new Map(states.map(({ code, name }) => [code, name]))
const areaCodes = Map.groupBy(
  Array.from({ length: 800 }, (_, i) => String(200 + i)),
  (code) => stateOfAreaCode(code) ?? 'none',
)

export type Dice = {
  random(): number
  pick<Value>(list: readonly Value[]): Value
  digits(count: number): string
}

export function diceOf(seed: number): Dice {
  const random = randomOf(seed)
  return {
    random,
    pick: (list) => list[Math.floor(random() * list.length)] as never,
    digits: (count) => Array.from({ length: count }, () => Math.floor(random() * 10)).join(''),
  }
}

/** `count` true places in so many states, all of which have many ZIPs and some counties. */
export function drawPlaces(dice: Dice, count: number, stateCount: number): ZipPlace[] {
  const chosen = new Set(Array.from({ length: stateCount }, () => dice.pick(drawable).code))
  const some = all.filter(({ state, county }) => chosen.has(state) && county !== '')
  return Array.from({ length: count }, () => dice.pick(some))
}

/**
 * The columns of an address as files write them, in one style for a file; one cell in twelve is blank, one in twelve
 * belongs to another row.
 */
export function addressColumns(dice: Dice, places: readonly ZipPlace[], prefix = ''): MadeColumn[] {
  const upper = dice.random() < 0.3
  const text = (value: string) => (upper ? value.toUpperCase() : value)
  const zipForm = dice.pick<(zip: string) => string>([
    (zip) => zip,
    (zip) => String(Number(zip)),
    (zip) => `${Number(zip)}.0`,
    (zip) => `${zip}-${dice.digits(4)}`,
  ])
  const stateForm = dice.pick<(code: string) => string>([
    (code) => code,
    (code) => stateNames.get(code) ?? code,
    (code) => code.toLowerCase(),
  ])
  const countyForm = dice.pick<(fips: string) => string>([
    (fips) => fips,
    (fips) => text(countyNames.get(fips) ?? ''),
    (fips) => text(`${countyNames.get(fips)} County`),
  ])
  const column = (name: string, truth: ColumnKind, cellOf: (place: ZipPlace) => string): MadeColumn => ({
    name: prefix + name,
    truth,
    cells: places.map((place) => {
      const chance = dice.random()
      if (chance < 1 / 12) return ''
      return cellOf(chance < 2 / 12 ? dice.pick(places) : place)
    }),
  })
  return [
    column('zip', 'zip', ({ zip }) => zipForm(zip)),
    column('state', 'state', ({ state }) => stateForm(state)),
    column('city', 'city', ({ city }) => text(city)),
    column('county', 'county', ({ county }) => countyForm(county)),
  ]
}

/** Degrees near the given places. */
export function pointColumns(dice: Dice, places: readonly ZipPlace[]): MadeColumn[] {
  const points = places.map(({ lat, lon }) => [
    (lat + (dice.random() - 0.5) * 0.1).toFixed(5),
    (lon + (dice.random() - 0.5) * 0.1).toFixed(5),
  ])
  return [
    { name: 'lat', truth: 'lat', cells: points.map(([lat = '']) => lat) },
    { name: 'lon', truth: 'lon', cells: points.map(([, lon = '']) => lon) },
  ]
}

/** Ten digits, three in four with an area code of the place's state. */
export function phoneColumn(dice: Dice, places: readonly ZipPlace[]): MadeColumn {
  const known = [...areaCodes].filter(([state]) => state !== 'none').flatMap(([, codes]) => codes)
  const cells = places.map(({ state }) => {
    const area = dice.random() < 0.75 ? dice.pick(areaCodes.get(state) ?? known) : dice.pick(known)
    return `${area}${2 + Math.floor(dice.random() * 8)}${dice.digits(6)}`
  })
  return { name: 'phone', truth: 'phone', cells }
}

/** Columns that look like places but are not. */
export function lookalikes(dice: Dice, rows: number): MadeColumn[] {
  const column = (name: string, cellOf: (row: number) => string): MadeColumn => ({
    name,
    truth: undefined,
    cells: Array.from({ length: rows }, (_, row) => cellOf(row)),
  })
  return [
    column('order', () => String(10_000 + Math.floor(dice.random() * 89_999))),
    column('status', () => dice.pick(['CA', 'PA', 'IN', 'OK', 'CO', 'DE'])),
    column('progress', () => dice.pick(['approved', 'pending', 'declined'])),
    column('surname', () => dice.pick(surnames)),
    column('serial', (row) => String(2_015_550_000 + row * 7)),
    column('account', () => `${1 + Math.floor(dice.random() * 9)}${dice.digits(9)}`),
    column('share', () => (dice.random() * 100).toFixed(2)),
    column('growth', () => (dice.random() * 100 - 130).toFixed(3)),
    column('shift', () => dice.pick(['Day', 'Night', 'Either'])),
  ]
}

const surnames = [
  ...['Jackson', 'Madison', 'Houston', 'Austin', 'Franklin', 'Washington', 'Clayton', 'Marion', 'Salem'],
  ...['Smith', 'Nguyen', 'Garcia', 'Lee', 'Brown', 'Davis', 'Lopez', 'Wilson', 'Moore', 'Clark', 'Young'],
]

export function shuffled<Value>(dice: Dice, list: readonly Value[]): Value[] {
  return list
    .map((value) => ({ value, order: dice.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}

/** Columns as the rows of a file. */
export const rowsOf = (columns: readonly MadeColumn[]): string[][] =>
  (columns[0]?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row] ?? ''))
