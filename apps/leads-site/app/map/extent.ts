import type { SearchAnswer } from '@freeor/leads/schema'
import { cellToBoundary } from 'h3-js'
import type { Areas } from './shapes.ts'

/** [west, south, east, north] in degrees. */
export type Extent = [number, number, number, number]

/** Nothing is shown closer than this, in degrees: a few blocks. */
const least = 0.02

function around(points: Iterable<readonly number[]>): Extent | null {
  let [west, south, east, north] = [180, 90, -180, -90]
  let isEmpty = true
  for (const [lon = 0, lat = 0] of points) {
    // The Aleutians beyond the date line would make Alaska as wide as the world.
    if (lon > 170) continue
    isEmpty = false
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  if (isEmpty) return null
  const wide = Math.max(0, least - (east - west)) / 2
  const high = Math.max(0, least - (north - south)) / 2
  return [west - wide, south - high, east + wide, north + high]
}

/** What holds all areas; null for none. */
export function extentOfAreas({ features }: Areas): Extent | null {
  return around(
    features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates.flat(1) : geometry.coordinates.flat(2),
    ),
  )
}

/** What holds all hexagons or points of an answer; null for none. */
export function extentOfCells(map: SearchAnswer['map']): Extent | null {
  if (!map) return null
  return around(
    map.cells.flatMap(({ cell, point }) => (map.kind === 'hexagons' ? cellToBoundary(cell, true) : [point])),
  )
}
