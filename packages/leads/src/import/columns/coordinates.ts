import { degreesOf } from '../cells/degrees.ts'
import { namesPiece } from '../place-evidence/point-pieces.ts'
import type { Evidence } from './column-evidence.ts'

const latWords = ['lat', 'latitude', 'y', 'ycoord', 'latitud']
const lonWords = ['lon', 'lng', 'long', 'longitude', 'x', 'xcoord', 'longitud']

/** The columns that hold degrees north and degrees east. */
export type CoordinateColumns = { readonly lat: number; readonly lon: number }

/**
 * Finds the pair of coordinate columns by name and proves it by its values: within the range of degrees, and finer than
 * whole degrees. Metres of a projection stay numbers. The range shows `Y` before `X`, or longitudes in `lat`.
 */
export function coordinateColumns(columns: readonly Evidence[]): CoordinateColumns | undefined {
  const lats = candidates(columns, latWords)
  const lons = candidates(columns, lonWords)
  for (const lat of lats)
    for (const lon of lons) {
      const first = columns[lat]
      const second = columns[lon]
      if (!first || !second || first === second) continue
      if (isWithin(first, 90) && isWithin(second, 180)) return { lat, lon }
      if (isWithin(second, 90) && isWithin(first, 180) && first.says('x', 'y')) return { lat: lon, lon: lat }
    }
  return undefined
}

/** Full words first, `x` and `y` last. */
function candidates(columns: readonly Evidence[], words: readonly string[]): number[] {
  const found = columns.flatMap((column, index) => {
    const rank = words.findIndex((word) => column.says(word))
    return rank < 0 || namesPiece(column.header) ? [] : [{ index, rank }]
  })
  return found.toSorted((a, b) => a.rank - b.rank).map(({ index }) => index)
}

function isWithin(column: Evidence, most: number): boolean {
  const numbers = column.values.map(degreesOf).filter((value) => !Number.isNaN(value))
  if (numbers.length < column.values.length * 0.8 || numbers.length === 0) return false
  const inRange = numbers.filter((value) => Math.abs(value) <= most).length
  const fine = numbers.filter((value) => !Number.isInteger(value)).length
  return inRange >= numbers.length * 0.95 && fine >= numbers.length * 0.5
}
