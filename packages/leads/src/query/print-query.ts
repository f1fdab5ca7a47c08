import {
  type Bound,
  type Clause,
  type Match,
  type Node,
  noteName,
  type PlaceClause,
  type Position,
  type Query,
  registryName,
  statusName,
} from './ast.ts'
import { decimal } from './quantity.ts'

const bareValue = /^[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_.&'/@+#-]*$/u
const bareWord = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.&'/@+#-]*$/u

/** The canonical text of a query; '' for the empty one. */
export function printQuery(query: Query): string {
  if (query === null) return ''
  return printNode(query, true)
}

/** The canonical text of one part; a group is in parentheses unless it is the whole query. */
export function printNode(node: Node, isWhole = false): string {
  switch (node.type) {
    case 'and':
      return group(node.of.map((child) => printNode(child)).join(' '), isWhole)
    case 'or':
      return group(node.of.map((child) => printNode(child)).join(' or '), isWhole)
    case 'not':
      return `-${printNode(node.of)}`
    default:
      return printClause(node)
  }
}

const group = (text: string, isWhole: boolean): string => (isWhole ? text : `(${text})`)

function printClause(clause: Clause): string {
  switch (clause.type) {
    case 'text':
      return isBare(clause.text, bareWord) && !/^(?:or|and)$/i.test(clause.text)
        ? clause.text
        : quote(clause.text)
    case 'column':
      return `${clause.column}:${printMatch(clause.match)}`
    case 'version':
      return `${clause.kind}:v${clause.version}`
    case 'registry':
      return `${registryName}:yes`
    case 'status':
      return `${statusName}:${clause.statuses.length === 0 ? '*' : clause.statuses.join(',')}`
    case 'note':
      return `${noteName}:*`
    case 'place':
      return `${clause.kind}:${printPlace(clause)}`
    case 'list':
      return `list:${clause.lists.map((list) => `@${list}`).join(',')}`
    default:
      return clause satisfies never
  }
}

const isBare = (text: string, shape: RegExp): boolean => shape.test(text) && !text.includes('..')

const printValue = (text: string): string => (isBare(text, bareValue) ? text : quote(text))

/** A text in quotes, with the escapes the parser reads. */
export function quote(text: string): string {
  const escaped = text.replace(/["\\\n\t\r]/g, (char) => {
    if (char === '\n') return '\\n'
    if (char === '\t') return '\\t'
    return char === '\r' ? '\\r' : `\\${char}`
  })
  return `"${escaped}"`
}

function printMatch(match: Match): string {
  switch (match.op) {
    case 'any':
      return match.values.map(printValue).join(',')
    case 'range':
      return printRange(match.from, match.to)
    case 'contains':
      return `~${printValue(match.text)}`
    case 'starts':
      return `${printValue(match.text)}*`
    case 'present':
      return '*'
    default:
      return match satisfies never
  }
}

function printRange(from: Bound | undefined, to: Bound | undefined): string {
  if (from && to) return `${from.inclusive ? '' : '>'}${from.value}..${to.inclusive ? '' : '<'}${to.value}`
  if (from) return `${from.inclusive ? '>=' : '>'}${from.value}`
  return to ? `${to.inclusive ? '<=' : '<'}${to.value}` : '*'
}

const printPosition = ([lon, lat]: Position): string => `${decimal(lat, 5)},${decimal(lon, 5)}`

function printPlace(place: PlaceClause): string {
  switch (place.kind) {
    case 'state':
      return place.states.map(printValue).join(',')
    case 'county':
      return place.counties.map(printValue).join(',')
    case 'city':
      return place.cities.map(printValue).join(',')
    case 'zip':
      return [...place.zips, ...place.lists.map((list) => `@${list}`)].join(',')
    case 'within': {
      const at = 'zip' in place.center ? place.center.zip : printPosition(place.center.at)
      return `${decimal(place.distance, 3)}${place.unit}@${at}`
    }
    case 'polygon':
      return `"${place.rings.map((ring) => ring.map(printPosition).join(' ')).join(';')}"`
    case 'box':
      return `"${[place.south, place.west, place.north, place.east].map((edge) => decimal(edge, 5)).join(',')}"`
    default:
      return place satisfies never
  }
}
