import type { Position, WithinClause } from '../query/ast.ts'

/** Mean radius of the Earth in metres (IUGG R1). */
export const EARTH_RADIUS = 6371008.8

const metersPer = { mi: 1609.344, km: 1000 } as const

/** A radius in metres. One mile is 1609.344 m (international mile). */
export function radiusMeters(clause: Pick<WithinClause, 'distance' | 'unit'>): number {
  return clause.distance * metersPer[clause.unit]
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Great-circle distance in metres on a sphere, by the haversine formula. */
export function haversine(a: Position, b: Position): number {
  const sinLat = Math.sin(radians(b[1] - a[1]) / 2)
  const sinLon = Math.sin(radians(b[0] - a[0]) / 2)
  const h = sinLat * sinLat + Math.cos(radians(a[1])) * Math.cos(radians(b[1])) * sinLon * sinLon
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(1, h)))
}

/** A box that holds everything within `meters` of a point; `null` for west/east when it holds a pole or the date line. */
export function boxAround(
  center: Position,
  meters: number,
): { south: number; north: number; lon: { west: number; east: number } | null } {
  const [lon, lat] = center
  const angle = meters / EARTH_RADIUS
  // A hair wider than the circle, so that rounding never cuts a lead the formula keeps.
  const pad = 1e-6
  const latSpan = (angle * 180) / Math.PI + pad
  const south = lat - latSpan
  const north = lat + latSpan
  if (south <= -90 || north >= 90)
    return { south: Math.max(-90, south), north: Math.min(90, north), lon: null }
  const lonSpan = (Math.asin(Math.sin(angle) / Math.cos(radians(lat))) * 180) / Math.PI + pad
  const west = lon - lonSpan
  const east = lon + lonSpan
  return { south, north, lon: west < -180 || east > 180 ? null : { west, east } }
}
