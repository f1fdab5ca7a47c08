import { haversine, radiusMeters } from '../geography/distance.ts'
import { isInPolygon } from '../geography/polygon.ts'
import type { Column } from '../schema.ts'
import type { Bound, Clause, Match, Node, PlaceClause, Query, VersionClause } from './ast.ts'
import { wordColumns } from './check-query.ts'
import type { LeadStatus } from './lead-statuses.ts'
import type { PlaceLookup, ZipLists } from './place-lookup.ts'
import { centerOf, countyCodes, splitPlaceName } from './place-names.ts'
import { dateSpan, toBoolean, toNumber } from './quantity.ts'

/** A lead as plain values; a date is its ISO text, a blank text '' and any other blank null. */
export type PlainLead = {
  cells: Record<string, string | number | boolean | null>
  state: string
  county: string
  city: string
  zip: string
  /** NaN without a place. */
  lat: number
  lon: number
  firstSeen: number
  changed: number
  /** Whether one of its numbers is on the do-not-call registry. */
  isOnRegistry: boolean
  /** Whether the lead is missing in the version that is searched. */
  isGone: boolean
  /** The lists of the company's own that it is on; none when left out. */
  ownLists?: readonly string[]
  /** What the company says of it; nothing when left out. */
  status?: LeadStatus | undefined
  hasNote?: boolean | undefined
}

export type EvaluateContext = { columns: readonly Column[]; places: PlaceLookup; zipLists: ZipLists }

/**
 * Whether a lead matches: a second implementation of the language, lead by lead, to test the compiler. Every clause is
 * either true or false for a lead; for a lead without a value it is false, and its negation true.
 */
export function doesMatch(query: Query, lead: PlainLead, context: EvaluateContext): boolean {
  return query === null || matchesNode(query, lead, context)
}

function matchesNode(node: Node, lead: PlainLead, context: EvaluateContext): boolean {
  switch (node.type) {
    case 'and':
      return node.of.every((child) => matchesNode(child, lead, context))
    case 'or':
      return node.of.some((child) => matchesNode(child, lead, context))
    case 'not':
      return !matchesNode(node.of, lead, context)
    default:
      return matchesClause(node, lead, context)
  }
}

function matchesClause(clause: Clause, lead: PlainLead, context: EvaluateContext): boolean {
  switch (clause.type) {
    case 'text':
      return wordColumns(context.columns).some(({ key }) => holds(lead.cells[key], clause.text))
    case 'column': {
      const column = context.columns.find(({ key }) => key === clause.column)
      return column !== undefined && matchesCell(clause.match, column, lead.cells[column.key] ?? null)
    }
    case 'place':
      return matchesPlace(clause, lead, context)
    case 'list':
      return clause.lists.some((id) => lead.ownLists?.includes(id) ?? false)
    case 'version':
      return matchesVersion(clause, lead)
    case 'registry':
      return lead.isOnRegistry
    case 'status':
      return (
        lead.status !== undefined && (clause.statuses.length === 0 || clause.statuses.includes(lead.status))
      )
    case 'note':
      return lead.hasNote ?? false
    default:
      return clause satisfies never
  }
}

const lower = (text: string): string => text.toLowerCase()
const holds = (cell: unknown, text: string): boolean =>
  typeof cell === 'string' && lower(cell).includes(lower(text))

function matchesCell(match: Match, column: Column, cell: string | number | boolean | null): boolean {
  if (cell === null || cell === '') return false
  switch (match.op) {
    case 'present':
      return true
    case 'contains':
      return holds(cell, match.text)
    case 'starts':
      return lower(String(cell)).startsWith(lower(match.text))
    case 'any':
      return match.values.some((value) => isSame(column, cell, value))
    case 'range':
      return isAbove(column, cell, match.from) && isBelow(column, cell, match.to)
    default:
      return match satisfies never
  }
}

function isSame(column: Column, cell: string | number | boolean, value: string): boolean {
  if (column.kind === 'date') {
    const span = dateSpan(value)
    return span !== undefined && span.first <= String(cell) && String(cell) <= span.last
  }
  if (typeof cell === 'number') return cell === toNumber(value)
  if (typeof cell === 'boolean') return cell === toBoolean(value)
  return lower(cell) === lower(value)
}

function isAbove(column: Column, cell: string | number | boolean, bound: Bound | undefined): boolean {
  if (!bound) return true
  if (column.kind === 'date') {
    const span = dateSpan(bound.value)
    return span !== undefined && (bound.inclusive ? String(cell) >= span.first : String(cell) > span.last)
  }
  const limit = toNumber(bound.value)
  return limit !== undefined && (bound.inclusive ? Number(cell) >= limit : Number(cell) > limit)
}

function isBelow(column: Column, cell: string | number | boolean, bound: Bound | undefined): boolean {
  if (!bound) return true
  if (column.kind === 'date') {
    const span = dateSpan(bound.value)
    return span !== undefined && (bound.inclusive ? String(cell) <= span.last : String(cell) < span.first)
  }
  const limit = toNumber(bound.value)
  return limit !== undefined && (bound.inclusive ? Number(cell) <= limit : Number(cell) < limit)
}

function matchesPlace(place: PlaceClause, lead: PlainLead, { places, zipLists }: EvaluateContext): boolean {
  switch (place.kind) {
    case 'state':
      return place.states.includes(lead.state)
    case 'county':
      return (
        lead.county !== '' && place.counties.some((text) => countyCodes(text, places).includes(lead.county))
      )
    case 'city':
      return place.cities
        .map(splitPlaceName)
        .some((c) => c.name === lead.city && (!c.state || c.state === lead.state))
    case 'zip': {
      const lists = place.lists.flatMap((id) => zipLists.get(id) ?? [])
      const isTyped = place.zips.some((zip) =>
        zip.endsWith('*') ? lead.zip.startsWith(zip.slice(0, -1)) : zip === lead.zip,
      )
      return isTyped || lists.includes(lead.zip)
    }
    case 'within': {
      const center = centerOf(place, places)
      return center !== undefined && haversine(center, [lead.lon, lead.lat]) <= radiusMeters(place)
    }
    case 'polygon':
      return isInPolygon(place.rings, [lead.lon, lead.lat])
    case 'box':
      return (
        lead.lat >= place.south && lead.lat <= place.north && lead.lon >= place.west && lead.lon <= place.east
      )
    default:
      return place satisfies never
  }
}

function matchesVersion({ kind, version }: VersionClause, lead: PlainLead): boolean {
  if (kind === 'gone') return lead.isGone
  if (kind === 'since') return lead.firstSeen > version
  return lead.firstSeen <= version && lead.changed > version
}
