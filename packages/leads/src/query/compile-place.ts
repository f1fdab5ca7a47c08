import { boxAround, EARTH_RADIUS, radiusMeters } from '../geography/distance.ts'
import { boundsOf } from '../geography/polygon.ts'
import type { PlaceClause, PolygonClause, Position, WithinClause } from './ast.ts'
import type { Binder } from './binder.ts'
import type { PlaceLookup } from './place-lookup.ts'
import { type City, centerOf, countyCodes, splitPlaceName } from './place-names.ts'
import { inOne, type Steps } from './steps.ts'
import { listedZips } from './zip-list-table.ts'

type Geography = { places: PlaceLookup }

/** A place as a condition over `p_…`; a lead without a place is in none. */
export function compilePlace(place: PlaceClause, geography: Geography, binder: Binder): Steps {
  if (place.kind === 'within') return compileWithin(place, geography.places, binder)
  if (place.kind === 'polygon') return compilePolygon(place.rings, binder)
  return inOne(comparePlace(place, geography, binder))
}

type Compared = Exclude<PlaceClause, WithinClause | PolygonClause>

function comparePlace(place: Compared, geography: Geography, binder: Binder): string {
  switch (place.kind) {
    case 'state':
      return isOneOf('p_state', place.states, binder)
    case 'county':
      return isOneOf(
        'p_county',
        place.counties.flatMap((text) => countyCodes(text, geography.places)),
        binder,
      )
    case 'city':
      return compileCities(place.cities.map(splitPlaceName), binder)
    case 'zip':
      return compileZips(place.zips, place.lists, binder)
    case 'box':
      return inBox(place, binder)
    default:
      return place satisfies never
  }
}

/** Equality where possible: it gives narrower ranges of the primary key than a set. */
function isOneOf(name: string, values: readonly string[], binder: Binder): string {
  const [first] = values
  if (first === undefined) return '0'
  return values.length === 1
    ? `${name} = ${binder.bind('String', first)}`
    : `${name} IN ${binder.bind('Array(String)', values)}`
}

function compileCities(cities: readonly City[], binder: Binder): string {
  const byState = Map.groupBy(cities, (city) => city.state)
  const parts = [...byState].map(([state, group]) => {
    const names = isOneOf(
      'p_city',
      group.map((city) => city.name),
      binder,
    )
    return state === undefined ? names : `(p_state = ${binder.bind('String', state)} AND ${names})`
  })
  return parts.length === 0 ? '0' : parts.join(' OR ')
}

function compileZips(typed: readonly string[], lists: readonly string[], binder: Binder): string {
  const whole = [...new Set(typed.filter((zip) => !zip.endsWith('*')))]
  const starts = typed.filter((zip) => zip.endsWith('*')).map((zip) => zip.slice(0, -1))
  const parts = [
    ...(whole.length > 0 ? [isOneOf('p_zip', whole, binder)] : []),
    ...(lists.length > 0 ? [`p_zip IN ${listedZips(binder.bind('Array(String)', lists))}`] : []),
    ...starts.map((start) => `startsWith(p_zip, ${binder.bind('String', start)})`),
  ]
  return parts.length === 0 ? '0' : parts.join(' OR ')
}

/**
 * Needed when the condition is negated: the engine turns NOT (lat >= x) into lat < x, which is false for NaN, so an
 * exclusion would lose the leads without a place.
 */
const hasPlace = 'NOT isNaN(p_lat)'

function inBox(box: { south: number; west: number; north: number; east: number }, binder: Binder): string {
  const bind = (value: number) => binder.bind('Float64', value)
  return (
    `${hasPlace} AND p_lat >= ${bind(box.south)} AND p_lat <= ${bind(box.north)} AND ` +
    `p_lon >= ${bind(box.west)} AND p_lon <= ${bind(box.east)}`
  )
}

/**
 * The box around the circle, which indexes answer, then the haversine of `geography/distance.ts`: the engine's own
 * distances use another radius. It compares the square of the sine instead of the distance, which saves the arcsine and
 * the root for each lead.
 */
function compileWithin(clause: WithinClause, places: PlaceLookup, binder: Binder): Steps {
  const center = centerOf(clause, places)
  if (!center) return inOne('0')
  const meters = radiusMeters(clause)
  const box = boxAround(center, meters)
  const bind = (value: number) => binder.bind('Float64', value)
  const first = box.lon
    ? inBox({ south: box.south, north: box.north, west: box.lon.west, east: box.lon.east }, binder)
    : `${hasPlace} AND p_lat >= ${bind(box.south)} AND p_lat <= ${bind(box.north)}`
  const lat = bind(center[1])
  const sinLat = `sin(radians(p_lat - ${lat}) / 2)`
  const sinLon = `sin(radians(p_lon - ${bind(center[0])}) / 2)`
  const h = `${sinLat} * ${sinLat} + cos(radians(${lat})) * cos(radians(p_lat)) * ${sinLon} * ${sinLon}`
  // Half the circumference of the Earth is the largest distance: everything is within it.
  const angle = Math.min(meters / (2 * EARTH_RADIUS), Math.PI / 2)
  return { first, rest: `${h} <= ${bind(Math.sin(angle) ** 2)}` }
}

function compilePolygon(rings: readonly Position[][], binder: Binder): Steps {
  const [outer] = rings
  if (!outer) return inOne('0')
  const points = rings.map((ring) => {
    const lons = binder.bind(
      'Array(Float64)',
      ring.map(([lon]) => lon),
    )
    const lats = binder.bind(
      'Array(Float64)',
      ring.map(([, lat]) => lat),
    )
    return `arrayZip(${lons}, ${lats})`
  })
  return {
    first: inBox(boundsOf(outer), binder),
    rest: `pointInPolygon((p_lon, p_lat), ${points.join(', ')})`,
  }
}
