import { boxAround, EARTH_RADIUS, radiusMeters } from '@freeor/leads/geography/distance'
import { findZip } from '@freeor/leads/geography/zip-places'

/** One condition in the language of the product and in SQL. */
export type Clause = { readonly text: string; readonly sql: string }

export type Box = readonly [west: number, south: number, east: number, north: number]

/** A question that is the same for all engines: the search call's body and the rivals' SQL are both made from it. */
export type Question = {
  readonly name: string
  /** Counts for the geometric mean. */
  readonly isInMix: boolean
  /** Milliseconds to reach with 10 million leads, whole HTTP call. */
  readonly target?: number
  readonly clauses: readonly Clause[]
  readonly dropOne?: boolean
  readonly facets?: readonly string[]
  readonly map?: { readonly box: Box; readonly zoom: number }
  /** The first so many leads by revenue, highest first. */
  readonly page?: number
  readonly suggest?: { readonly column: string; readonly text: string }
}

/** The part of an answer that must be the same from every engine. */
export type Answer = {
  count?: number
  /** In ascending order. */
  dropOne?: number[]
  /** Column -> `value count` of its commonest values. */
  facets?: Record<string, string[]>
  /** Leads on the map. */
  placed?: number
  /** Revenues of the page's rows. */
  page?: number[]
  suggest?: string[]
}

/** How many values of a facet are compared. */
export const FACET_VALUES = 10
export const SUGGESTIONS = 5

const state = (...codes: string[]): Clause => ({
  text: `state:${codes.join(',')}`,
  sql: `state IN (${codes.map((code) => `'${code}'`).join(', ')})`,
})
const range = (column: string, from: number, to: number): Clause => ({
  text: `${column}:${from}..${to}`,
  sql: `${column} BETWEEN ${from} AND ${to}`,
})
const value = (column: string, ...values: string[]): Clause => ({
  text: `${column}:${values.map((text) => `"${text}"`).join(',')}`,
  sql: `${column} IN (${values.map((text) => `'${text}'`).join(', ')})`,
})
const contains = (column: string, text: string): Clause => ({
  text: `${column}:~${text}`,
  sql: `${column} ILIKE '%${text}%'`,
})

/** Box first, which an index finds, then the same formula as ours: haversine on a sphere. */
function within(miles: number, zip: string): Clause {
  const place = findZip(zip)
  if (place === undefined) throw new Error(`No place for ${zip}`)
  const { lat, lon } = place
  const meters = radiusMeters({ distance: miles, unit: 'mi' })
  const box = boxAround([lon, lat], meters)
  const distance = `2 * ${EARTH_RADIUS} * asin(sqrt(least(1, power(sin(radians(lat - ${lat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(lat)) * power(sin(radians(lon - (${lon})) / 2), 2))))`
  return {
    text: `within:${miles}mi@${zip}`,
    sql: `lat BETWEEN ${box.south} AND ${box.north} AND lon BETWEEN ${box.lon?.west} AND ${box.lon?.east}
      AND ${distance} <= ${meters}`,
  }
}

const dental = value('industry', 'Dental Services')
/** Both hold every lead of their search, so that the leads on the map can be compared. */
const texas: Box = [-107.5, 25, -92.5, 37.5]
const country: Box = [-180, 15, -60, 73]

/** The query mix of the design first, then what a user of the page waits for. */
export const questions: readonly Question[] = [
  {
    name: 'two states + 2 filters, count',
    isInMix: true,
    clauses: [state('CA', 'NV'), range('employees', 50, 500), value('title', 'Owner', 'CEO')],
  },
  {
    name: '25-mile radius + filter, count',
    isInMix: true,
    target: 15,
    clauses: [within(25, '77002'), range('employees', 20, 60_000)],
  },
  {
    name: 'one nationwide category + 2 ranges, count',
    isInMix: true,
    target: 60,
    clauses: [dental, range('employees', 10, 200), range('revenue', 1_000_000, 20_000_000)],
  },
  { name: 'contains text, count', isInMix: true, target: 80, clauses: [contains('company', 'plumb')] },
  {
    name: 'three facets nationwide, one query',
    isInMix: true,
    clauses: [],
    facets: ['industry', 'title', 'state'],
  },
  { name: 'first page of a state by revenue', isInMix: true, clauses: [state('TX')], page: 50 },
  {
    name: 'count in a state',
    isInMix: false,
    target: 15,
    clauses: [state('TX'), range('employees', 20, 200), value('title', 'Owner')],
  },
  {
    name: 'nationwide count',
    isInMix: false,
    target: 60,
    clauses: [range('employees', 50, 500), value('title', 'Owner', 'CEO'), range('founded', 1990, 2024)],
  },
  {
    name: 'contains rare text, count',
    isInMix: false,
    target: 80,
    clauses: [contains('company', 'perthorpe')],
  },
  {
    name: 'suggest a city',
    isInMix: false,
    target: 10,
    clauses: [],
    suggest: { column: 'city', text: 'hou' },
  },
  {
    name: 'full interaction within a state',
    isInMix: false,
    target: 100,
    clauses: [state('TX'), range('employees', 10, 500), value('title', 'Owner', 'CEO')],
    dropOne: true,
    facets: ['industry', 'title', 'state', 'city', 'county'],
    map: { box: texas, zoom: 5 },
    page: 50,
  },
  {
    name: 'full interaction nationwide',
    isInMix: false,
    target: 250,
    clauses: [range('employees', 10, 500), value('title', 'Owner', 'CEO'), range('founded', 1990, 2024)],
    dropOne: true,
    facets: ['industry', 'title', 'state', 'city', 'county'],
    map: { box: country, zoom: 3 },
    page: 50,
  },
]

/** Counts that differ from each other, as those of several people do. */
export const countsOfStates: readonly Question[] =
  'CA TX FL NY PA IL OH GA NC MI NJ VA WA AZ MA TN IN MD MO WI CO MN'.split(' ').flatMap((code, i) =>
    [10, 50, 200].map((employees) => ({
      name: `count in ${code}`,
      isInMix: false,
      clauses: [
        state(code),
        range('employees', employees, employees * 5 + i),
        value('title', 'Owner', 'CEO'),
      ],
    })),
  )
