import { changeOfCode } from '../geography/county-changes.ts'
import { findState } from '../geography/states.ts'
import { clausesOf, type PlaceClause, type Position, type Query, type WithinClause } from './ast.ts'
import type { KnownZipLists, PlaceLookup } from './place-lookup.ts'
import { QueryError } from './query-error.ts'

/** A city as stored: lower case, with the USPS code of its state when one was said. */
export type City = { name: string; state: string | undefined }

/** Splits "Houston, TX"; a comma before anything but a state belongs to the name. */
export function splitPlaceName(text: string): City {
  const comma = text.lastIndexOf(',')
  const state = comma < 0 ? undefined : findState(text.slice(comma + 1))
  if (!state) return { name: text.trim().toLowerCase(), state: undefined }
  return { name: text.slice(0, comma).trim().toLowerCase(), state: state.code }
}

/** FIPS codes of `13121` or `Fulton, GA`; a name without its state means all counties of that name. */
export function countyCodes(text: string, places: PlaceLookup): string[] {
  if (/^\d{5}$/.test(text)) {
    const change = changeOfCode(text)
    return change === undefined ? [text] : change.isSucceeded ? [...change.counties] : []
  }
  const { name, state } = splitPlaceName(text)
  return places.findCounty(name, state).map((county) => county.fips)
}

/** The centre of a radius, or undefined for an unknown ZIP code. */
export function centerOf(clause: WithinClause, places: PlaceLookup): Position | undefined {
  if ('at' in clause.center) return clause.center.at
  const zip = places.findZip(clause.center.zip)
  return zip && [zip.lon, zip.lat]
}

/** The ids of the uploaded ZIP lists a query refers to. */
export function zipListsOf(query: Query): string[] {
  const ids = new Set<string>()
  for (const clause of clausesOf(query)) {
    if (clause.type === 'place' && clause.kind === 'zip') for (const id of clause.lists) ids.add(id)
  }
  return [...ids]
}

/** A name in a query that is no known place. `name` is as written in the canonical text. */
export class UnknownPlace extends QueryError {
  readonly place: string

  constructor(message: string, place: string) {
    super(message, { position: 0, length: 0 })
    this.name = 'UnknownPlace'
    this.place = place
  }
}

/**
 * Checks that every county, ZIP centre and ZIP list of a query is known.
 * @throws UnknownPlace for the first that is not.
 */
export function checkPlaces(query: Query, places: PlaceLookup, zipLists: KnownZipLists): void {
  for (const clause of clausesOf(query)) if (clause.type === 'place') checkPlace(clause, places, zipLists)
}

function checkPlace(clause: PlaceClause, places: PlaceLookup, zipLists: KnownZipLists): void {
  if (clause.kind === 'county') {
    const unknown = clause.counties.find((county) => countyCodes(county, places).length === 0)
    if (unknown !== undefined) throw new UnknownPlace(whyNoCounty(unknown, places), unknown)
  }
  if (clause.kind === 'within' && 'zip' in clause.center && !centerOf(clause, places)) {
    throw new UnknownPlace(`The ZIP code ${clause.center.zip} is not known`, clause.center.zip)
  }
  if (clause.kind === 'zip') {
    const unknown = clause.lists.find((list) => !zipLists.has(list))
    if (unknown !== undefined)
      throw new UnknownPlace('This uploaded ZIP list is no longer there', `@${unknown}`)
  }
}

/** What is said of a county that is none, or none of those on the map. */
function whyNoCounty(text: string, places: PlaceLookup): string {
  const { name, state } = splitPlaceName(text)
  const around = places.countiesAround(name, state)
  return around.length === 0
    ? `No county is called "${text}"`
    : `"${text}" is not on the map, which has the counties of 2017. It lies in county:${around.join()}`
}
