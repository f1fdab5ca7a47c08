import { states } from '@freeor/leads/geography/states'
import type { BoxClause, PlaceClause, Position } from '@freeor/leads/query/ast'
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import atlas from 'us-atlas/counties-10m.json?url'

type AreaFacts = { name: string; place: string; excluded: boolean }
type Area = Feature<Polygon | MultiPolygon, AreaFacts>
export type Areas = FeatureCollection<Polygon | MultiPolygon, AreaFacts>

/** A place of the search: one to look in, or one to leave out. */
export type ChosenPlace = { place: PlaceClause; isExcluded: boolean }

/** The Census Bureau's states and counties (2017), as us-atlas draws them. */
export type Atlas = { states: Areas; counties: Areas }

type AtlasFile = Topology<{
  states: GeometryCollection<{ name: string }>
  counties: GeometryCollection<{ name: string }>
}>

const codeOfFips = new Map(states.map((state) => [state.fips, state.code]))

/** `place` is what the query language calls the area: a state's code, `Fulton, GA`, or a FIPS code. */
function placed(file: AtlasFile, kind: 'states' | 'counties'): Areas {
  const { features } = feature(file, file.objects[kind])
  const named = features.map((each) => {
    const id = String(each.id)
    const code = codeOfFips.get(id.slice(0, 2)) ?? ''
    return { each, id, label: kind === 'states' ? code : `${each.properties.name}, ${code}` }
  })
  const seen = new Map<string, number>()
  for (const { label } of named) seen.set(label, (seen.get(label) ?? 0) + 1)
  return {
    type: 'FeatureCollection',
    features: named.map(({ each, id, label }) => ({
      type: 'Feature',
      geometry: each.geometry as Polygon | MultiPolygon,
      // Baltimore is a county and a city beside it: the name alone would mean both.
      properties: {
        name: each.properties.name,
        place: (seen.get(label) ?? 0) > 1 ? id : label,
        excluded: false,
      },
      id,
    })),
  }
}

let loading: Promise<Atlas> | undefined

/** Loads the shapes, once a page. */
export function loadAtlas(): Promise<Atlas> {
  loading ??= fetch(atlas)
    .then((response) => response.json())
    .then((file: AtlasFile) => ({ states: placed(file, 'states'), counties: placed(file, 'counties') }))
  return loading
}

const area = (rings: Position[][], name: string): Area => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: rings.map(closed) },
  properties: { name, place: name, excluded: false },
})

function closed(ring: Position[]): Position[] {
  const [first] = ring
  return first ? [...ring, first] : ring
}

const earthKm = 6371.0088

/** A circle on the sphere as a polygon of 96 corners. */
function circleRing([lon, lat]: Position, km: number): Position[] {
  const angle = km / earthKm
  const phi = (lat * Math.PI) / 180
  return Array.from({ length: 96 }, (_, i): Position => {
    const bearing = (i / 96) * 2 * Math.PI
    const sin = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing)
    const dLon = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * sin,
    )
    return [lon + (dLon * 180) / Math.PI, (Math.asin(sin) * 180) / Math.PI]
  })
}

/** Kilometres between two points. */
export function distanceKm(a: Position, b: Position): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b[1] - a[1]) * rad) / 2) ** 2 +
    Math.cos(a[1] * rad) * Math.cos(b[1] * rad) * Math.sin(((b[0] - a[0]) * rad) / 2) ** 2
  return 2 * earthKm * Math.asin(Math.sqrt(h))
}

/** The outlines of a geography's places, as far as they have one the browser knows. */
export function outlines(
  chosen: readonly ChosenPlace[],
  atlasShapes: Atlas,
  zipPoints: ReadonlyMap<string, Position>,
): Areas {
  return {
    type: 'FeatureCollection',
    features: chosen.flatMap(({ place, isExcluded }) =>
      outlinesOf(place, atlasShapes, zipPoints).map((shape) => ({
        ...shape,
        properties: { ...shape.properties, excluded: isExcluded },
      })),
    ),
  }
}

function outlinesOf(
  place: PlaceClause,
  atlasShapes: Atlas,
  zipPoints: ReadonlyMap<string, Position>,
): Area[] {
  switch (place.kind) {
    case 'state':
      return atlasShapes.states.features.filter((each) => place.states.includes(each.properties.place))
    case 'county':
      return countyShapes(place.counties, atlasShapes)
    case 'box':
      return [boxShape(place)]
    case 'polygon':
      return [area(place.rings, 'polygon')]
    case 'within': {
      const center = 'at' in place.center ? place.center.at : zipPoints.get(place.center.zip)
      const km = place.distance * (place.unit === 'mi' ? 1.609344 : 1)
      return center ? [area([circleRing(center, km)], 'circle')] : []
    }
    default:
      return []
  }
}

function countyShapes(counties: readonly string[], { counties: shapes }: Atlas): Area[] {
  const wanted = new Set(counties.map((county) => county.toLowerCase()))
  return shapes.features.filter(
    ({ id, properties }) => wanted.has(properties.place.toLowerCase()) || wanted.has(String(id)),
  )
}

function boxShape({ west, south, east, north }: BoxClause): Area {
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
  return area([corners], 'box')
}
