import { stateOfAreaCode } from '../../geography/area-codes.ts'
import { cityKey, statesOfCity, statesOfCounty } from '../../geography/city-names.ts'
import { countyKey, stateOfCounty } from '../../geography/counties.ts'
import { findState } from '../../geography/states.ts'
import { findZip, type ZipPlace } from '../../geography/zip-places.ts'
import * as cell from '../cells/cell-kinds.ts'
import type { Reading } from './agreement.ts'

/** What a cell says under the hypothesis that its column is of a kind. A value may be known to be wrong. */
export type PlaceValues = {
  /** Undefined for digits that are no ZIP of ours. */
  readonly zip: ZipPlace | undefined
  /** USPS code. */
  readonly state: string
  readonly city: { readonly key: string; readonly states: ReadonlySet<string> }
  /** A name's key, or a FIPS code, and the states that have such a county. */
  readonly county: { readonly key: string; readonly states: ReadonlySet<string> }
  /** Degrees north and east. */
  readonly point: readonly [lat: number, lon: number]
  /** The area code's state. */
  readonly phone: string
}
export type PlaceKind = keyof PlaceValues

type Reader<Kind extends PlaceKind> = (text: string) => Reading<PlaceValues[Kind]>

/** Digits of `02138`, `2138`, `2138.0`, `02138-1234` and `021381234`. */
const zipDigits = (text: string): string | undefined =>
  /^(\d{3,5})(?:\.0+|-\d{4})?$/.exec(text)?.[1]?.padStart(5, '0') ?? /^(\d{5})[- ]?\d{4}$/.exec(text)?.[1]

const readZip: Reader<'zip'> = (text) => {
  const zip = zipDigits(text)
  return zip === undefined ? undefined : { key: zip, value: findZip(zip) }
}

const readState: Reader<'state'> = (text) => {
  if (!/^\D{2,40}$/.test(text)) return undefined
  const code = findState(text)?.code
  return code === undefined ? undefined : { key: code, value: code }
}

const isName = (text: string): boolean => text.length <= 60 && /\p{L}{2}/u.test(text)

const readCity: Reader<'city'> = (text) => {
  if (!isName(text)) return undefined
  const key = cityKey(text)
  return { key, value: { key, states: statesOfCity(key) } }
}

const readCounty: Reader<'county'> = (text) => {
  if (/^\d{4,5}(\.0+)?$/.test(text)) {
    const key = text.replace(/\.0+$/, '').padStart(5, '0')
    const state = stateOfCounty(key)
    return { key, value: { key, states: new Set(state === undefined ? [] : [state]) } }
  }
  if (!isName(text)) return undefined
  const key = countyKey(text)
  return { key, value: { key, states: statesOfCounty(key) } }
}

const readPhone: Reader<'phone'> = (text) => {
  const area = cell.areaCodeOf(text)
  const state = area === undefined ? undefined : stateOfAreaCode(area)
  // Toll-free numbers and Canada's tell no state. Numbers of one area code are one draw, so that ids with the same
  // beginning are not taken for many.
  return area && state ? { key: area, value: state } : undefined
}

const readers = { zip: readZip, state: readState, city: readCity, county: readCounty, phone: readPhone }
export type CellKind = keyof typeof readers

/** Share of a column's cells that must look like the kind for the hypothesis to be worth measuring. */
const shapes: { readonly [Kind in CellKind]: (text: string) => boolean } = {
  zip: (text) => readZip(text)?.value !== undefined,
  state: (text) => readState(text) !== undefined,
  city: (text) => (readCity(text)?.value.states.size ?? 0) > 0,
  county: (text) => (readCounty(text)?.value.states.size ?? 0) > 0,
  phone: (text) => readPhone(text) !== undefined,
}
const fewest: { readonly [Kind in CellKind]: number } = {
  zip: 0.3,
  state: 0.3,
  city: 0.25,
  county: 0.25,
  phone: 0.3,
}
const looked = 200

/** The kinds that the first different cells of a column may be of. */
export function possibleKinds(cells: readonly string[]): CellKind[] {
  const some = [...new Set(cells)].slice(0, looked)
  if (some.length === 0) return []
  const kinds = Object.keys(readers) as CellKind[]
  return kinds.filter((kind) => some.filter(shapes[kind]).length >= some.length * fewest[kind])
}

/** A column's cells as readings of a kind, row by row; each different text is read once. */
export function readColumn<Kind extends CellKind>(
  kind: Kind,
  cells: readonly string[],
): readonly Reading<PlaceValues[Kind]>[] {
  const read = readers[kind] as Reader<Kind>
  const known = new Map<string, Reading<PlaceValues[Kind]>>()
  return cells.map((text) => {
    if (!known.has(text)) known.set(text, text === '' ? undefined : read(text))
    return known.get(text)
  })
}

/** Two columns as degrees, row by row. */
export const readPoints = (
  lats: readonly (number | undefined)[],
  lons: readonly (number | undefined)[],
): readonly Reading<PlaceValues['point']>[] =>
  lats.map((lat, row) => {
    const lon = lons[row]
    if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined
    return { key: `${lat},${lon}`, value: [lat, lon] as const }
  })
