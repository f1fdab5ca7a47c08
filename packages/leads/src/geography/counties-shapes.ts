import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
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
type Outline = GeometryObject<{ name: string }>
type Atlas = Topology<{ counties: GeometryCollection<{ name: string }> }>
type Outlined = { readonly county: County; readonly outline: Outline }
type Drawn = { readonly county: County; readonly polygons: readonly (readonly Ring[])[] }

const stateOf = new Map(states.map(({ fips, code }) => [fips, code]))
let loaded: { readonly atlas: Atlas; readonly counties: readonly Outlined[] } | undefined
/** By the state's two-digit FIPS code. Few states are ever asked for, and drawing all takes the time of a start. */
const drawn = new Map<string, readonly Drawn[]>()

function load(): NonNullable<typeof loaded> {
  const atlas = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Atlas
  const outlines = atlas.objects.counties.geometries
  const nameOf = ({ properties }: Outline) => (properties && 'name' in properties ? properties.name : '')
  const keyOf = (outline: Outline) => `${String(outline.id).slice(0, 2)}${nameOf(outline)}`
  const sharing = Map.groupBy(outlines, keyOf)
  const counties = outlines.map((outline) => {
    const fips = String(outline.id)
    const state = stateOf.get(fips.slice(0, 2)) ?? ''
    const sharesName = (sharing.get(keyOf(outline))?.length ?? 0) > 1
    // Independent cities are numbered from 510 on.
    const isCity = sharesName && fips.slice(2) >= '510'
    const name = nameOf(outline)
    return { county: { fips, name: isCity ? `${name} city` : name, state }, outline }
  })
  return { atlas, counties }
}

function shapes(): NonNullable<typeof loaded> {
  loaded ??= load()
  return loaded
}

function drawnIn(stateFips: string): readonly Drawn[] {
  const { atlas, counties } = shapes()
  const known = drawn.get(stateFips)
  if (known) return known
  const made = counties
    .filter(({ county }) => county.fips.startsWith(stateFips))
    .map(({ county, outline }) => ({ county, polygons: draw(atlas, outline) }))
  drawn.set(stateFips, made)
  return made
}

function draw(atlas: Atlas, outline: Outline): Drawn['polygons'] {
  const [drawing] = feature(atlas, { type: 'GeometryCollection', geometries: [outline] }).features
  if (drawing?.geometry.type === 'Polygon') return [drawing.geometry.coordinates]
  return drawing?.geometry.type === 'MultiPolygon' ? drawing.geometry.coordinates : []
}

/** All counties of the shapes. */
export const countiesOfShapes = (): readonly County[] => shapes().counties.map(({ county }) => county)

/**
 * The county of a state (two-digit FIPS code) that holds the point, else the one with the nearest outline, as ZIP
 * points of islands and shores can be in the water.
 */
export function countyAt(stateFips: string, lat: number, lon: number): County | undefined {
  const inState = drawnIn(stateFips)
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
