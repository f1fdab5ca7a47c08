import { columnName, isTextual } from '../dictionaries/lead-table.ts'
import { radiusMeters } from '../geography/distance.ts'
import type { Bound, Clause, ColumnClause, Match, Node, PlaceClause } from './ast.ts'
import type { CompileContext } from './compile-query.ts'
import { type Condition, type Edge, inBox, type KnownColumns } from './condition.ts'
import { centerOf, countyCodes, splitPlaceName } from './place-names.ts'
import { dateSpan, toBoolean, toNumber } from './quantity.ts'

type Asked = Pick<CompileContext, 'columns' | 'places'> & { readonly names: KnownColumns }

const NOTHING: Condition = { type: 'or', of: [] }

/**
 * A part of a checked query as a condition over the columns that are known: the same rules as `compile-query.ts`, which
 * makes SQL of it. Undefined where they cannot answer it: other texts, polygons, and what a company alone knows.
 */
export function conditionOf(node: Node, asked: Asked): Condition | undefined {
  switch (node.type) {
    case 'and':
    case 'or': {
      const of = allOf(node.of.map((child) => conditionOf(child, asked)))
      return of && { type: node.type, of }
    }
    case 'not': {
      const of = conditionOf(node.of, asked)
      return of && { type: 'not', of }
    }
    default:
      return clauseOf(node, asked)
  }
}

const allOf = (conditions: readonly (Condition | undefined)[]): Condition[] | undefined => {
  const known = conditions.filter((one) => one !== undefined)
  return known.length === conditions.length ? known : undefined
}

function clauseOf(clause: Clause, asked: Asked): Condition | undefined {
  switch (clause.type) {
    case 'column':
      return columnOf(clause, asked)
    case 'place':
      return placeOf(clause, asked)
    case 'version': {
      const after: Edge = { value: clause.version, inclusive: false }
      const since = (column: string): Condition => ({ type: 'range', column, from: after })
      if (clause.kind === 'gone') return undefined
      if (clause.kind === 'since') return since('first_seen')
      return { type: 'and', of: [{ type: 'not', of: since('first_seen') }, since('changed')] }
    }
    default:
      return undefined
  }
}

function columnOf({ column: key, match }: ColumnClause, { columns, names }: Asked): Condition | undefined {
  const column = columns.find((one) => one.key === key)
  const name = columnName({ key })
  const kind = names.get(name)
  if (!column || kind === undefined) return undefined
  if (match.op === 'present') return { type: 'present', column: name }
  if (column.contact || kind === 'present') return undefined
  if (isTextual(column.kind)) return textOf(name, match)
  if (column.kind === 'boolean') return booleanOf(name, match)
  return column.kind === 'date' ? dateOf(name, match) : numberOf(name, match)
}

function textOf(column: string, match: Match): Condition | undefined {
  switch (match.op) {
    case 'any': {
      const values = match.values.map((value) => value.toLowerCase())
      return { type: 'texts', column, match: { op: 'any', values, exactly: false } }
    }
    case 'contains':
    case 'starts':
      return { type: 'texts', column, match: { op: match.op, text: match.text.toLowerCase() } }
    default:
      return undefined
  }
}

function booleanOf(column: string, match: Match): Condition | undefined {
  if (match.op !== 'any') return undefined
  const values = match.values.flatMap((value) => toBoolean(value) ?? []).map(String)
  return { type: 'texts', column, match: { op: 'any', values, exactly: true } }
}

function numberOf(column: string, match: Match): Condition | undefined {
  if (match.op === 'any')
    return { type: 'numbers', column, values: match.values.flatMap((value) => toNumber(value) ?? []) }
  if (match.op !== 'range') return undefined
  const edge = (bound: Bound | undefined): Edge | undefined => {
    const value = bound && toNumber(bound.value)
    return bound && value !== undefined ? { value, inclusive: bound.inclusive } : undefined
  }
  return { type: 'range', column, from: edge(match.from), to: edge(match.to) }
}

/** Days since 1970-01-01. */
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

function dateOf(column: string, match: Match): Condition | undefined {
  if (match.op === 'any') {
    const of = match.values
      .flatMap((value) => dateSpan(value) ?? [])
      .map(({ first, last }): Condition => {
        const from: Edge = { value: dayOf(first), inclusive: true }
        return { type: 'range', column, from, to: { value: dayOf(last), inclusive: true } }
      })
    return { type: 'or', of }
  }
  if (match.op !== 'range') return undefined
  const { from, to } = match
  const [first, last] = [from && dateSpan(from.value), to && dateSpan(to.value)]
  return {
    type: 'range',
    column,
    from: first &&
      from && { value: dayOf(from.inclusive ? first.first : first.last), inclusive: from.inclusive },
    to: last && to && { value: dayOf(to.inclusive ? last.last : last.first), inclusive: to.inclusive },
  }
}

const isOneOf = (column: string, values: readonly string[]): Condition => ({
  type: 'texts',
  column,
  match: { op: 'any', values, exactly: true },
})

function placeOf(place: PlaceClause, { places, names }: Asked): Condition | undefined {
  switch (place.kind) {
    case 'state':
      return ifKnown(names, 'p_state', isOneOf('p_state', place.states))
    case 'county': {
      const codes = place.counties.flatMap((text) => countyCodes(text, places))
      return ifKnown(names, 'p_county', isOneOf('p_county', codes))
    }
    case 'city':
      return ifKnown(names, 'p_city', ifKnown(names, 'p_state', cityOf(place.cities)))
    case 'zip':
      return place.lists.length > 0 ? undefined : ifKnown(names, 'p_zip', zipOf(place.zips))
    case 'within': {
      const center = centerOf(place, places)
      if (!center) return NOTHING
      return { type: 'circle', lat: center[1], lon: center[0], meters: radiusMeters(place) }
    }
    case 'box':
      return inBox([place.west, place.south, place.east, place.north])
    case 'polygon':
      return undefined
    default:
      return place satisfies never
  }
}

const ifKnown = (
  names: KnownColumns,
  name: string,
  condition: Condition | undefined,
): Condition | undefined => (names.has(name) ? condition : undefined)

function cityOf(cities: readonly string[]): Condition {
  const byState = Map.groupBy(cities.map(splitPlaceName), ({ state }) => state)
  const of = [...byState].map(([state, group]): Condition => {
    const named = isOneOf(
      'p_city',
      group.map(({ name }) => name),
    )
    return state === undefined ? named : { type: 'and', of: [isOneOf('p_state', [state]), named] }
  })
  return { type: 'or', of }
}

function zipOf(zips: readonly string[]): Condition {
  const whole = zips.filter((zip) => !zip.endsWith('*'))
  const starts = zips
    .filter((zip) => zip.endsWith('*'))
    .map((zip): Condition => {
      return { type: 'texts', column: 'p_zip', match: { op: 'starts', text: zip.slice(0, -1) } }
    })
  return { type: 'or', of: [isOneOf('p_zip', whole), ...starts] }
}
