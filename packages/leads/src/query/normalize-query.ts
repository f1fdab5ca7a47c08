import { roundDegrees, tidyRing } from '../geography/polygon.ts'
import { findState } from '../geography/states.ts'
import type { Clause, ColumnClause, Node, PlaceClause, Position, Query } from './ast.ts'
import { printNode } from './print-query.ts'

/**
 * The normal form: no `and` in an `and`, no `or` in an `or`, none with fewer than two members, no double negation, no
 * member or value twice (the first stays). The order of what was written is kept.
 */
export function normalizeQuery(query: Query): Query {
  if (query === null) return null
  if (query.type === 'not') {
    const inner = normalizeQuery(query.of)
    if (inner === null) return null
    return inner.type === 'not' ? inner.of : { type: 'not', of: inner }
  }
  if (query.type === 'and' || query.type === 'or') return normalizeGroup(query.type, query.of)
  return normalizeClause(query)
}

function normalizeGroup(type: 'and' | 'or', members: readonly Node[]): Query {
  const flat = members.flatMap((member) => {
    const normal = normalizeQuery(member)
    if (normal === null) return []
    return normal.type === type ? normal.of : [normal]
  })
  const seen = new Set<string>()
  const of = flat.filter((member) => {
    const text = printNode(member)
    return !seen.has(text) && seen.add(text)
  })
  const [first] = of
  if (first === undefined) return null
  return of.length === 1 ? first : { type, of }
}

function unique(values: readonly string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => !seen.has(value.toLowerCase()) && seen.add(value.toLowerCase()))
}

function normalizeClause(clause: Clause): Clause {
  if (clause.type === 'column') return normalizeColumn(clause)
  if (clause.type === 'status') return { ...clause, statuses: [...new Set(clause.statuses)] }
  if (clause.type === 'list') return { ...clause, lists: unique(clause.lists) }
  return clause.type === 'place' ? normalizePlace(clause) : clause
}

/** A list of values of a column that has the name of a place is the place: `state:CA` reads back as one. */
function normalizeColumn(clause: ColumnClause): Clause {
  if (clause.match.op !== 'any') return clause
  const values = unique(clause.match.values)
  switch (clause.column) {
    case 'state':
      return {
        type: 'place',
        kind: 'state',
        states: unique(values.map((value) => findState(value)?.code ?? value)),
      }
    case 'county':
      return { type: 'place', kind: 'county', counties: values }
    case 'city':
      return { type: 'place', kind: 'city', cities: values }
    case 'zip':
      return { type: 'place', kind: 'zip', zips: values, lists: [] }
    default:
      return { ...clause, match: { op: 'any', values } }
  }
}

const roundPosition = ([lon, lat]: Position): Position => [roundDegrees(lon), roundDegrees(lat)]

function normalizePlace(place: PlaceClause): PlaceClause {
  switch (place.kind) {
    case 'state':
      return { ...place, states: unique(place.states) }
    case 'county':
      return { ...place, counties: unique(place.counties) }
    case 'city':
      return { ...place, cities: unique(place.cities) }
    case 'zip':
      return { ...place, zips: unique(place.zips), lists: unique(place.lists) }
    case 'within': {
      const center = 'zip' in place.center ? place.center : { at: roundPosition(place.center.at) }
      return { ...place, distance: Math.round(place.distance * 1000) / 1000, center }
    }
    case 'polygon':
      return { ...place, rings: place.rings.map(tidyRing) }
    case 'box':
      return {
        ...place,
        south: roundDegrees(place.south),
        west: roundDegrees(place.west),
        north: roundDegrees(place.north),
        east: roundDegrees(place.east),
      }
    default:
      return place satisfies never
  }
}
