import { type Match, type Node, type PlaceClause, type Query, topLevel } from '@freeor/leads/query/ast'
import type { LeadStatus } from '@freeor/leads/query/lead-statuses'
import { normalizeQuery } from '@freeor/leads/query/normalize-query'
import { printNode } from '@freeor/leads/query/print-query'
import { isWithin } from './is-within.ts'

/** Edits of a query tree as the form, the facets and the chips make them: always on its top level. */

const joined = (of: Node[]): Query => normalizeQuery({ type: 'and', of })

const listKinds = ['state', 'county', 'city', 'zip'] as const

/** The values of a place that is a list. */
function placeValues(place: PlaceClause): string[] | null {
  switch (place.kind) {
    case 'state':
      return place.states
    case 'county':
      return place.counties
    case 'city':
      return place.cities
    case 'zip':
      return place.lists.length === 0 ? place.zips : null
    default:
      return null
  }
}

/** What a top-level part asks of a column, if that is all it asks. */
function matchOn(node: Node, key: string): Match | null {
  if (node.type === 'column') return node.column === key ? node.match : null
  if (node.type !== 'place' || node.kind !== key) return null
  const values = placeValues(node)
  return values ? { op: 'any', values } : null
}

/** What the query asks of a column, where the form can show it. */
export function matchOf(query: Query, key: string): Match | null {
  for (const node of topLevel(query)) {
    const match = matchOn(node, key)
    if (match) return match
  }
  return null
}

/** The query with another match on a column; without it when null. The part keeps its place. */
export function withMatch(query: Query, key: string, match: Match | null): Query {
  const parts = topLevel(query)
  const at = parts.findIndex((node) => matchOn(node, key) !== null)
  const added: Node[] = match ? [{ type: 'column', column: key, match }] : []
  if (at === -1) return joined([...parts, ...added])
  return joined([...parts.slice(0, at), ...added, ...parts.slice(at + 1)])
}

/** The values a column is asked to have one of. */
export function valuesOf(query: Query, key: string): string[] {
  const match = matchOf(query, key)
  return match?.op === 'any' ? match.values : []
}

/** The query with a value of a column added or removed. */
export function toggleValue(query: Query, key: string, value: string): Query {
  const values = valuesOf(query, key)
  const without = values.filter((each) => each.toLowerCase() !== value.toLowerCase())
  const next = without.length < values.length ? without : [...values, value]
  return withMatch(query, key, next.length === 0 ? null : { op: 'any', values: next })
}

/** The query without the top-level part of this canonical text. */
export function withoutPart(query: Query, text: string): Query {
  return joined(topLevel(query).filter((node) => printNode(node, true) !== text && printNode(node) !== text))
}

/** Whether a clause is one of the top-level parts. */
export const hasPart = (query: Query, clause: Node): boolean =>
  topLevel(query).some((node) => printNode(node, true) === printNode(clause, true))

/** The query narrowed by a clause; one that asks for less of the same column takes the place of what asks for more. */
export function narrowedBy(query: Query, clause: Node): Query {
  const parts = topLevel(query)
  const at = parts.findIndex((part) => isWithin(clause, part))
  return joined(at === -1 ? [...parts, clause] : parts.with(at, clause))
}

/** A part of a geography, as the panel lists it. */
export type GeographyPart =
  | { kind: 'included' | 'excluded'; text: string; places: PlaceClause[] }
  /** Something only the query bar can change. */
  | { kind: 'other'; text: string }

function placesIn(node: Node): PlaceClause[] | null {
  if (node.type === 'place') return [node]
  if (node.type !== 'or') return null
  const places = node.of.filter((child) => child.type === 'place')
  return places.length === node.of.length ? places : null
}

/** The parts of a geography: each must hold. Within an included one, one of the places is enough. */
export function geographyParts(geography: Query): GeographyPart[] {
  return topLevel(geography).map((node) => {
    const text = printNode(node, true)
    const places = placesIn(node.type === 'not' ? node.of : node)
    if (!places) return { kind: 'other', text }
    return { kind: node.type === 'not' ? 'excluded' : 'included', text, places }
  })
}

/** `state:CA` and `state:NV` are `state:CA,NV`. */
function merged(places: readonly PlaceClause[], place: PlaceClause): PlaceClause[] {
  const at = places.findIndex(
    (each) => each.kind === place.kind && listKinds.some((kind) => kind === place.kind),
  )
  const old = places[at]
  if (!old) return [...places, place]
  return places.map((each, i) => (i === at ? mergedList(old, place) : each))
}

function mergedList(a: PlaceClause, b: PlaceClause): PlaceClause {
  if (a.kind === 'state' && b.kind === 'state') return { ...a, states: [...a.states, ...b.states] }
  if (a.kind === 'county' && b.kind === 'county') return { ...a, counties: [...a.counties, ...b.counties] }
  if (a.kind === 'city' && b.kind === 'city') return { ...a, cities: [...a.cities, ...b.cities] }
  if (a.kind === 'zip' && b.kind === 'zip') {
    return { ...a, zips: [...a.zips, ...b.zips], lists: [...a.lists, ...b.lists] }
  }
  return b
}

const partNode = (places: PlaceClause[], isExcluded: boolean): Node => {
  const [only] = places
  const node: Node = places.length === 1 && only ? only : { type: 'or', of: places }
  return isExcluded ? { type: 'not', of: node } : node
}

/** A geography with one more place, included or excluded. */
export function addPlace(geography: Query, place: PlaceClause, isExcluded: boolean): Query {
  const wanted = isExcluded ? 'excluded' : 'included'
  const parts = geographyParts(geography)
  const at = parts.findIndex((part) => part.kind === wanted)
  const nodes = topLevel(geography)
  const part = parts[at]
  if (!part || part.kind === 'other') return joined([...nodes, partNode([place], isExcluded)])
  return joined(nodes.map((node, i) => (i === at ? partNode(merged(part.places, place), isExcluded) : node)))
}

/** One entry of a place that can be removed alone: a state of a list, or the place itself. */
export type PlaceEntry = { place: PlaceClause; value: string | null; label: string }

/** The entries of a place, to be shown one by one. */
export function placeEntries(place: PlaceClause): PlaceEntry[] {
  const values = placeValues(place)
  if (values) return values.map((value) => ({ place, value, label: value }))
  return [{ place, value: null, label: printNode(place) }]
}

function withoutValue(place: PlaceClause, value: string): PlaceClause | null {
  const values = (placeValues(place) ?? []).filter((each) => each !== value)
  if (values.length === 0) return null
  switch (place.kind) {
    case 'state':
      return { ...place, states: values }
    case 'county':
      return { ...place, counties: values }
    case 'city':
      return { ...place, cities: values }
    case 'zip':
      return { ...place, zips: values }
    default:
      return null
  }
}

/** The geography with a state or county chosen, or removed when it was chosen. `alias` is its other name. */
export function togglePlace(geography: Query, place: PlaceClause, alias: string): Query {
  const names = new Set([...(placeValues(place) ?? []), alias].map((name) => name.toLowerCase()))
  for (const part of geographyParts(geography)) {
    if (part.kind !== 'included') continue
    const entry = part.places
      .filter((each) => each.kind === place.kind)
      .flatMap(placeEntries)
      .find(({ value }) => value !== null && names.has(value.toLowerCase()))
    if (entry) return removeEntry(geography, part.text, entry)
  }
  return addPlace(geography, place, false)
}

/** A geography without one entry of one of its parts. */
export function removeEntry(geography: Query, partText: string, entry: PlaceEntry): Query {
  const nodes = topLevel(geography).flatMap((node): Node[] => {
    if (printNode(node, true) !== partText) return [node]
    const places = placesIn(node.type === 'not' ? node.of : node)
    if (!places) return [node]
    const left = places.flatMap((place): PlaceClause[] => {
      if (printNode(place) !== printNode(entry.place)) return [place]
      const rest = entry.value === null ? null : withoutValue(place, entry.value)
      return rest ? [rest] : []
    })
    return left.length === 0 ? [] : [partNode(left, node.type === 'not')]
  })
  return joined(nodes)
}

const isWithoutRegistry = (node: Node) => node.type === 'not' && node.of.type === 'registry'

/** Whether leads with a number on the do-not-call registry are left out. */
export const leavesOutRegistry = (query: Query): boolean => topLevel(query).some(isWithoutRegistry)

/** The query with those leads left out, or not; asking for them alone is not said any more either. */
export function withoutRegistry(query: Query, isOut: boolean): Query {
  const others = topLevel(query).filter((node) => node.type !== 'registry' && !isWithoutRegistry(node))
  return joined(isOut ? [...others, { type: 'not', of: { type: 'registry' } }] : others)
}

/** A status of the company's own, any or none of them, or no such filter. */
export type StatusFilter = '' | 'with' | 'without' | LeadStatus

function statusOf(node: Node): StatusFilter {
  if (node.type === 'not' && node.of.type === 'status' && node.of.statuses.length === 0) return 'without'
  if (node.type !== 'status' || node.statuses.length > 1) return ''
  return node.statuses[0] ?? 'with'
}

/** The filter that the form shows; one of several statuses is shown among the parts alone. */
export const readStatusFilter = (query: Query): StatusFilter =>
  topLevel(query)
    .map(statusOf)
    .find((filter) => filter !== '') ?? ''

/** The query with this filter in the place of the one it has. */
export function withStatusFilter(query: Query, filter: StatusFilter): Query {
  const others = topLevel(query).filter((node) => statusOf(node) === '')
  if (filter === '') return joined(others)
  const any: Node = { type: 'status', statuses: [] }
  if (filter === 'with') return joined([...others, any])
  if (filter === 'without') return joined([...others, { type: 'not', of: any }])
  return joined([...others, { type: 'status', statuses: [filter] }])
}

/** The query narrowed to leads first seen after a version, in place of any such part it has. */
export function withSince(query: Query, version: number): Query {
  const others = topLevel(query).filter((node) => !(node.type === 'version' && node.kind === 'since'))
  return joined([...others, { type: 'version', kind: 'since', version }])
}

/** The statuses of the company's own that the search asks for at its top level. */
export const chosenStatuses = (query: Query): LeadStatus[] =>
  topLevel(query).flatMap((node) => (node.type === 'status' ? node.statuses : []))

/** Adds a status to those that are asked for, or takes it from them; it takes the place of any status, and of none. */
export function toggleStatus(query: Query, status: LeadStatus): Query {
  const chosen = chosenStatuses(query)
  const next = chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]
  const others = topLevel(query).filter((node) => node.type !== 'status' && statusOf(node) === '')
  return joined(next.length === 0 ? others : [...others, { type: 'status', statuses: next }])
}
