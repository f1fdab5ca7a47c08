import { boxAround, radiusMeters } from '../geography/distance.ts'
import { type Box, type PlaceBoxes, union } from '../geography/place-boxes.ts'
import { boundsOf } from '../geography/polygon.ts'
import type { Node, PlaceClause, Query, WithinClause } from './ast.ts'
import type { PlaceLookup, ZipLists } from './place-lookup.ts'
import { centerOf, countyCodes, splitPlaceName } from './place-names.ts'

export type BoxContext = {
  readonly places: PlaceLookup
  readonly boxes: PlaceBoxes
  /** The codes of the lists that the query names. */
  readonly zipLists: ZipLists
}

/**
 * The bounding box of a search's geography: of what it includes, without what it excludes. undefined for a search of
 * everywhere, and for an area around a pole or over the date line.
 */
export function boundingBox(query: Query, context: BoxContext): Box | undefined {
  return query === null ? undefined : boxOf(query, context)
}

function boxOf(node: Node, context: BoxContext): Box | undefined {
  switch (node.type) {
    case 'and':
      return node.of.map((child) => boxOf(child, context)).reduce<Box | undefined>(common, undefined)
    case 'or': {
      const parts = node.of.map((child) => boxOf(child, context))
      // One alternative without a place is everywhere.
      return parts.includes(undefined) ? undefined : parts.reduce<Box | undefined>(union, undefined)
    }
    case 'place':
      return boxOfPlace(node, context)
    default:
      return undefined
  }
}

/** What both boxes hold; the first where they hold nothing together, as the search then finds nothing anyway. */
function common(one: Box | undefined, other: Box | undefined): Box | undefined {
  if (!one || !other) return one ?? other
  const box: Box = [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]
  return box[0] <= box[2] && box[1] <= box[3] ? box : one
}

function boxOfPlace(place: PlaceClause, { places, boxes, zipLists }: BoxContext): Box | undefined {
  switch (place.kind) {
    case 'state':
      return all(place.states, boxes.ofState)
    case 'county':
      return all(
        place.counties.flatMap((text) => countyCodes(text, places)),
        boxes.ofCounty,
      )
    case 'city':
      return all(place.cities.map(splitPlaceName), ({ name, state }) => boxes.ofCity(name, state))
    case 'zip': {
      const listed = place.lists.flatMap((id) => zipLists.get(id) ?? [])
      const starts = place.zips.map((zip) => zip.replace(/\*$/, ''))
      return all([...starts, ...listed], boxes.ofZips)
    }
    case 'box':
      return [place.west, place.south, place.east, place.north]
    case 'polygon': {
      const [outer] = place.rings
      if (!outer) return undefined
      const { west, south, east, north } = boundsOf(outer)
      return [west, south, east, north]
    }
    case 'within':
      return boxOfCircle(place, places)
    default:
      return place satisfies never
  }
}

function boxOfCircle(place: WithinClause, places: PlaceLookup): Box | undefined {
  const center = centerOf(place, places)
  if (!center) return undefined
  const { south, north, lon } = boxAround(center, radiusMeters(place))
  return lon ? [lon.west, south, lon.east, north] : undefined
}

const all = <T>(items: readonly T[], of: (item: T) => Box | undefined): Box | undefined =>
  items.map(of).reduce<Box | undefined>(union, undefined)

/**
 * The specification's cheap check: the coordinates of the bounding box, each rounded to 2 decimals, summed. In
 * hundredths of a degree, so that equal sums are equal numbers. Different areas may have the same sum: it is a hint.
 */
export const boxSum = (box: Box): number =>
  box.reduce((sum, coordinate) => sum + Math.round(coordinate * 100), 0)
