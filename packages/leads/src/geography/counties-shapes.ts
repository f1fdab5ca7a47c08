import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { states } from './states.ts'

/** A county or its equivalent of 2017, as `us-atlas` draws it: the map and the search must agree on one edition. */
export type County = {
  /** Five digits: state and county. */
  readonly fips: string
  /** The plain name, e.g. `Fulton`; an independent city that shares it with a county is `Richmond city`. */
  readonly name: string
  readonly state: string
}

type Ring = readonly (readonly number[])[]
type Shape = { readonly county: County; readonly polygons: readonly (readonly Ring[])[] }

const stateOf = new Map(states.map(({ fips, code }) => [fips, code]))
let loaded: readonly Shape[] | undefined

function load(): readonly Shape[] {
  const topology = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Topology<{
    counties: GeometryCollection<{ name: string }>
  }>
  const features = feature(topology, topology.objects.counties).features
  const fipsOfName = new Map<string, string[]>()
  for (const { id, properties } of features) {
    const key = `${String(id).slice(0, 2)}${properties.name}`
    fipsOfName.set(key, [...(fipsOfName.get(key) ?? []), String(id)])
  }
  return features.map(({ id, properties, geometry }) => {
    const fips = String(id)
    const state = stateOf.get(fips.slice(0, 2)) ?? ''
    const sharesName = (fipsOfName.get(`${fips.slice(0, 2)}${properties.name}`)?.length ?? 0) > 1
    // Independent cities are numbered from 510 on.
    const name = sharesName && fips.slice(2) >= '510' ? `${properties.name} city` : properties.name
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    return { county: { fips, name, state }, polygons }
  })
}

const shapes = (): readonly Shape[] => {
  loaded ??= load()
  return loaded
}

/** All counties of the shapes. */
export const countiesOfShapes = (): readonly County[] => shapes().map(({ county }) => county)

/**
 * The county of a state (two-digit FIPS code) that holds the point, else the one with the nearest outline, as ZIP
 * points of islands and shores can be in the water.
 */
export function countyAt(stateFips: string, lat: number, lon: number): County | undefined {
  const inState = shapes().filter(({ county }) => county.fips.startsWith(stateFips))
  const holding = inState.find(({ polygons }) => polygons.some((rings) => holds(rings, lat, lon)))
  if (holding) return holding.county
  let nearest: County | undefined
  let least = Number.POSITIVE_INFINITY
  for (const { county, polygons } of inState)
    for (const position of polygons.flat(2)) {
      const distance = ((position[0] ?? 0) - lon) ** 2 + ((position[1] ?? 0) - lat) ** 2
      if (distance >= least) continue
      least = distance
      nearest = county
    }
  return nearest
}

/** Even-odd rule over all rings, so holes count as outside. */
function holds(rings: readonly Ring[], lat: number, lon: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi = 0, yi = 0] = ring[i] ?? []
      const [xj = 0, yj = 0] = ring[j] ?? []
      if (yi > lat !== yj > lat && lon < ((xj - xi) * (lat - yi)) / (yj - yi) + xi) inside = !inside
    }
  return inside
}
