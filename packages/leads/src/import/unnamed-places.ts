import { countyKey, findCounty } from '../geography/counties.ts'
import { findState } from '../geography/states.ts'
import { findZip, type ZipPlace } from '../geography/zip-places.ts'
import type { ColumnKind } from '../schema.ts'
import type { Evidence } from './column-evidence.ts'

type Rows = readonly (readonly string[])[]

/** Of the rows with a ZIP, how many must agree: places are often written in more than one way. */
const share = { known: 0.9, state: 0.8, city: 0.5, county: 0.6 }
const FEWEST_ROWS = 20

/**
 * Place columns of a file without a header, told by each other: five digits are a ZIP when they are known ZIPs of the
 * row's own state; then a text that names the ZIP's city or county is one. Columns that have a name speak for
 * themselves.
 * @returns the kinds that change, by column
 */
export function unnamedPlaces(
  evidence: readonly Evidence[],
  kinds: readonly ColumnKind[],
  rows: Rows,
): ReadonlyMap<number, ColumnKind> {
  const found = new Map<number, ColumnKind>()
  const unnamed = evidence.flatMap(({ isUnnamed }, index) => (isUnnamed ? [index] : []))
  const stateColumn = kinds.indexOf('state')
  if (unnamed.length === 0 || kinds.includes('zip') || stateColumn < 0) return found
  const zipColumn = unnamed.find((index) => isZipColumn(rows, index, stateColumn))
  if (zipColumn === undefined) return found
  found.set(zipColumn, 'zip')
  const places = rows.map((row) => placeOf(row[zipColumn]))
  const agrees = (index: number, names: (place: ZipPlace, cell: string) => boolean): number =>
    shareOf(rows, (row, i) => {
      const place = places[i]
      const cell = row[index]?.trim() ?? ''
      return place && cell !== '' ? names(place, cell) : undefined
    })
  const texts = unnamed.filter(
    (index) => index !== zipColumn && ['text', 'category'].includes(kinds[index] ?? ''),
  )
  const pick = (kind: 'city' | 'county', names: (place: ZipPlace, cell: string) => boolean) => {
    if (kinds.includes(kind)) return
    const index = texts.find((one) => !found.has(one) && agrees(one, names) >= share[kind])
    if (index !== undefined) found.set(index, kind)
  }
  pick('city', (place, cell) => place.city.toLowerCase() === cell.toLowerCase())
  pick('county', (place, cell) => countyKey(findCounty(place.county)?.name ?? '') === countyKey(cell))
  return found
}

/** A ZIP may have lost its leading zeros, or got a `.0` on its way through a spreadsheet. */
function placeOf(cell: string | undefined): ZipPlace | undefined {
  const digits = /^(\d{3,5})(?:\.0+|-\d{4})?$/.exec(cell?.trim() ?? '')?.[1]
  return digits === undefined ? undefined : findZip(digits.padStart(5, '0'))
}

function isZipColumn(rows: Rows, index: number, stateColumn: number): boolean {
  const known = shareOf(rows, (row) => (row[index]?.trim() ? placeOf(row[index]) !== undefined : undefined))
  const inState = shareOf(rows, (row) => {
    const place = placeOf(row[index])
    const state = findState(row[stateColumn] ?? '')
    return place && state ? place.state === state.code : undefined
  })
  return known >= share.known && inState >= share.state
}

/** The share of rows that hold, of those that can tell; 0 when too few can. */
function shareOf(rows: Rows, holds: (row: readonly string[], index: number) => boolean | undefined): number {
  const told = rows.map(holds).filter((answer) => answer !== undefined)
  return told.length < FEWEST_ROWS ? 0 : told.filter(Boolean).length / told.length
}
