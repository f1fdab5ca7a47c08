import { statesNear } from '../../geography/near-states.ts'
import { isNumber } from '../cells/amounts.ts'
import type { Reading } from './agreement.ts'

type Degrees = readonly (number | undefined)[]
export type PointCandidate = {
  readonly lat: number
  readonly lon: number
  readonly lats: Degrees
  readonly lons: Degrees
}

/** Columns of fine numbers are tried in pairs: more columns than this are measurements, not an address. */
const most = 8

/** Every ordered pair of columns whose numbers may be degrees north and east, finer than whole degrees. */
export function pointCandidates(columns: readonly (readonly string[])[]): PointCandidate[] {
  const fine = columns.flatMap((cells, index) => {
    const degrees = degreesOf(cells)
    return degrees ? [{ index, degrees }] : []
  })
  const lats = fine
    .filter(({ degrees }) => mostly(degrees, (value) => Math.abs(value) <= 90, 0.95))
    .slice(0, most)
  const lons = fine
    .filter(({ degrees }) => mostly(degrees, (value) => Math.abs(value) <= 180, 0.95))
    .slice(0, most)
  return lats.flatMap((lat) =>
    lons
      .filter((lon) => lon !== lat)
      .map((lon) => ({ lat: lat.index, lon: lon.index, lats: lat.degrees, lons: lon.degrees })),
  )
}

/** Whether nine in ten points lie within some 50 miles of a ZIP's: of arbitrary numbers in range, one in eight does. */
export function isOverland(points: readonly Reading<readonly [lat: number, lon: number]>[]): boolean {
  const known = points.filter((point) => point !== undefined)
  const near = known.filter(({ value: [lat, lon] }) => statesNear(lat, lon).size > 0).length
  return new Set(known.map(({ key }) => key)).size >= 20 && near >= known.length * 0.9
}

function degreesOf(cells: readonly string[]): Degrees | undefined {
  const filled = cells.filter((text) => text !== '')
  const some = filled.slice(0, 60)
  if (some.length === 0 || some.filter(isNumber).length < some.length * 0.8) return undefined
  const degrees = cells.map((text) => (text !== '' && isNumber(text) ? Number(text) : undefined))
  return mostly(degrees, (value) => !Number.isInteger(value), 0.5) ? degrees : undefined
}

function mostly(degrees: Degrees, holds: (value: number) => boolean, share: number): boolean {
  const known = degrees.filter((value) => value !== undefined && Number.isFinite(value))
  return (
    known.length > 0 &&
    known.filter((value) => value !== undefined && holds(value)).length >= known.length * share
  )
}
