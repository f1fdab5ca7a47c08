import { cellToLatLng, getHexagonEdgeLengthAvg, UNITS } from 'h3-js'
import type { Dictionary, SearchRequest } from '../schema.ts'

export type MapRequest = NonNullable<SearchRequest['map']>
/** [west, south, east, north] in degrees. */
export type Box = MapRequest['bbox']
export type Resolution = 2 | 3 | 4 | 5 | 6 | 7
export type CellColumn = `h3_${Resolution}`
export type Cell = { cell: string; count: number; point: [number, number] }

/** The smallest zoom at which each resolution is drawn: its hexagons are then 15 to 35 pixels wide. */
const zoomOf: readonly [Resolution, number][] = [
  [7, 10],
  [6, 9],
  [5, 7],
  [4, 6],
  [3, 4],
]

/** The H3 resolution for a viewport; a wide one at a high zoom, which no screen shows, counts with its real zoom. */
export function resolutionOf({ bbox, zoom }: MapRequest): Resolution {
  const [west, , east] = bbox
  // 8 tiles of 512 pixels across: wider than any screen.
  const widest = Math.log2(360 / Math.max(east - west, 1e-6)) + 3
  const shown = Math.min(zoom, widest)
  return zoomOf.find(([, from]) => shown >= from)?.[0] ?? 2
}

/** A view, and the boxes around it that the centres and the leads of its hexagons can be in. */
export type View = { resolution: Resolution; box: Box; centers: Box; leads: Box }

/** The part of the map that a request shows: a hexagon belongs to it when its centre is in the box or just outside. */
export function viewOf(map: MapRequest): View {
  const resolution = resolutionOf(map)
  // Edge of a hexagon in degrees of latitude; one may be a third larger than the average.
  const edge = (1.4 * getHexagonEdgeLengthAvg(resolution, UNITS.km)) / 111.2
  return {
    resolution,
    box: map.bbox,
    centers: widened(map.bbox, edge),
    leads: widened(map.bbox, 2.2 * edge),
  }
}

/** The box with a margin of `degrees` of latitude, and the same distance to the east and west. */
function widened([west, south, east, north]: Box, degrees: number): Box {
  const lat = Math.min(80, Math.max(Math.abs(south), Math.abs(north)) + degrees)
  const sideways = degrees / Math.cos((lat * Math.PI) / 180)
  return [west - sideways, south - degrees, east + sideways, north + degrees]
}

export const isInBox = ([west, south, east, north]: Box, [lon, lat]: readonly [number, number]): boolean =>
  lon >= west && lon <= east && lat >= south && lat <= north

/** Whether a view shows everything, so that nothing need be left out. */
export function showsAll(view: View, bounds: Dictionary['bounds']): boolean {
  if (bounds === null) return false
  const [west, south, east, north] = bounds
  return isInBox(view.box, [west, south]) && isInBox(view.box, [east, north])
}

/** A stored cell (H3 index as decimal text, '0' for none) with its count and its centre. */
export function cellOf(stored: string, count: number): Cell[] {
  if (stored === '0' || stored === '') return []
  const cell = BigInt(stored).toString(16)
  const [lat, lon] = cellToLatLng(cell)
  return [{ cell, count, point: [lon, lat] }]
}
