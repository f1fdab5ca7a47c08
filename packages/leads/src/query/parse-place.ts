import { radiusMeters } from '../geography/distance.ts'
import { polygonFault, roundDegrees, tidyRing } from '../geography/polygon.ts'
import { findState } from '../geography/states.ts'
import { type PlaceClause, type Position, queryLimits, type Span } from './ast.ts'
import { splitPlaceName } from './place-names.ts'
import { QueryError } from './query-error.ts'
import {
  type Item,
  isDelimiter,
  isQuote,
  peek,
  readQuoted,
  type Scanner,
  spanFrom,
  unexpected,
} from './scanner.ts'

const degrees = (text: string): number => roundDegrees(Number(text))
const number = '[+-]?\\d{1,3}(?:\\.\\d{1,15})?'
const pairShape = new RegExp(`^(${number}),(${number})$`)
const withinShape = /^(\d{1,4}(?:\.\d{1,3})?)(mi|km)@(.+)$/i

/** Reads what follows `within:`, `polygon:` or `box:`. */
export function readShape(s: Scanner, kind: 'within' | 'polygon' | 'box'): PlaceClause {
  const position = s.at
  const text = readWhole(s)
  const span = spanFrom(s, position)
  if (kind === 'within') return readWithin(text, span)
  return kind === 'polygon' ? readPolygon(text, span) : readBox(text, span)
}

/** A shape may contain commas, so without quotes it ends at the next space or parenthesis. */
function readWhole(s: Scanner): string {
  if (isQuote(peek(s))) {
    const text = readQuoted(s)
    if (!isDelimiter(peek(s)) || peek(s) === '(') throw unexpected(s, ['a space'])
    return text
  }
  const start = s.at
  while (peek(s) === ',' || !isDelimiter(peek(s))) s.at++
  return s.text.slice(start, s.at)
}

function readWithin(text: string, span: Span): PlaceClause {
  const parts = withinShape.exec(text)
  if (!parts) {
    throw new QueryError('A radius is a distance, mi or km, @ and a ZIP code or a point', span, [
      '25mi@77001',
      '40km@29.76,-95.36',
    ])
  }
  const [, distanceText = '', unitText = '', at = ''] = parts
  const unit = unitText.toLowerCase() === 'km' ? 'km' : 'mi'
  const distance = Number(distanceText)
  if (distance <= 0 || radiusMeters({ distance, unit }) > queryLimits.radiusMeters) {
    throw new QueryError('A radius is more than 0 and at most 500 miles (804.6 km)', span, ['25mi@77001'])
  }
  if (/^\d{5}$/.test(at)) return { type: 'place', kind: 'within', distance, unit, center: { zip: at } }
  const center = readPair(at)
  if (!center)
    throw new QueryError(`"${at}" is neither a ZIP code nor a latitude,longitude`, span, [
      '77001',
      '29.76,-95.36',
    ])
  return { type: 'place', kind: 'within', distance, unit, center: { at: center } }
}

/** `lat,lon` to [lon, lat], or undefined when it is none on Earth. */
function readPair(text: string): Position | undefined {
  const parts = pairShape.exec(text)
  if (!parts) return undefined
  const lat = degrees(parts[1] ?? '')
  const lon = degrees(parts[2] ?? '')
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lon, lat] : undefined
}

function readPolygon(text: string, span: Span): PlaceClause {
  const rings = text.split(';').map((ring) => {
    const words = ring.split(/\s+/u).filter((word) => word !== '')
    const points = words.map((word) => {
      const point = readPair(word)
      if (!point) throw new QueryError(`"${word}" is not a latitude,longitude`, span, ['29.76,-95.36'])
      return point
    })
    return tidyRing(points)
  })
  const fault = polygonFault(rings, queryLimits.vertices)
  if (fault !== undefined) throw new QueryError(fault, span)
  return { type: 'place', kind: 'polygon', rings }
}

function readBox(text: string, span: Span): PlaceClause {
  const parts = text.split(',').map((part) => part.trim())
  const isNumbers = parts.length === 4 && parts.every((part) => new RegExp(`^${number}$`).test(part))
  if (!isNumbers)
    throw new QueryError('A box is "south,west,north,east" in degrees', span, ['"29,-96,30,-95"'])
  const [south = 0, west = 0, north = 0, east = 0] = parts.map(degrees)
  if (Math.max(Math.abs(south), Math.abs(north)) > 90 || Math.max(Math.abs(west), Math.abs(east)) > 180) {
    throw new QueryError('Latitudes go from -90 to 90 and longitudes from -180 to 180', span)
  }
  if (south >= north) throw new QueryError("A box's south must be less than its north", span)
  if (west >= east) {
    throw new QueryError(
      "A box's west must be less than its east; across the date line, use one box on each side",
      span,
    )
  }
  return { type: 'place', kind: 'box', south, west, north, east }
}

/** Turns the values after `state:`, `county:`, `city:` or `zip:` into a clause. */
export function listPlace(kind: 'state' | 'county' | 'city' | 'zip', items: readonly Item[]): PlaceClause {
  for (const item of items) {
    if (item.hasStar && kind !== 'zip')
      throw new QueryError('Names of places are written out', item, ['a full name'])
  }
  switch (kind) {
    case 'state':
      return { type: 'place', kind, states: items.map(readState) }
    case 'county':
      return { type: 'place', kind, counties: items.map(readPlaceName) }
    case 'city':
      return { type: 'place', kind, cities: items.map(readPlaceName) }
    case 'zip':
      return readZips(items)
    default:
      return kind satisfies never
  }
}

function readState(item: Item): string {
  const state = findState(item.text)
  if (!state)
    throw new QueryError(`"${item.text}" is not a state of the United States`, item, ['CA', '"New York"'])
  return state.code
}

/** A county or city; a bare state after a comma is `"Houston, TX"` without its quotes. */
function readPlaceName(item: Item, index: number): string {
  if (index > 0 && !item.isQuoted && item.text.length === 2 && findState(item.text)) {
    throw new QueryError('Put quotes around a place with its state', item, [
      `"Name, ${item.text.toUpperCase()}"`,
    ])
  }
  const name = item.text.trim().replace(/\s+/gu, ' ').replace(/ ?, ?/gu, ', ')
  if (splitPlaceName(name).name === '')
    throw new QueryError('The name of the place is missing', item, ['"Houston, TX"'])
  return name
}

function readZips(items: readonly Item[]): PlaceClause {
  const zips: string[] = []
  const lists: string[] = []
  for (const item of items) {
    if (item.text.startsWith('@')) {
      if (item.hasStar || !/^@zip_[0-9a-z]{1,40}$/.test(item.text)) {
        throw new QueryError('This is not the name of an uploaded ZIP list', item, ['@zip_…'])
      }
      lists.push(item.text.slice(1))
    } else if (item.hasStar ? /^\d{1,4}$/.test(item.text) : /^\d{5}$/.test(item.text)) {
      zips.push(item.hasStar ? `${item.text}*` : item.text)
    } else {
      throw new QueryError(`"${item.text}" is not a ZIP code of 5 digits`, item, ['77001', '770*', '@zip_…'])
    }
  }
  return { type: 'place', kind: 'zip', zips, lists }
}

export const isShape = (name: string): name is 'within' | 'polygon' | 'box' =>
  name === 'within' || name === 'polygon' || name === 'box'

export const isListPlace = (name: string): name is 'state' | 'county' | 'city' | 'zip' =>
  name === 'state' || name === 'county' || name === 'city' || name === 'zip'
