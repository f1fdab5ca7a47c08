import { changeKeys, countyKey } from './counties.ts'
import { countiesOfShapes } from './counties-shapes.ts'
import { countyChanges } from './county-changes.ts'
import { zipPlaces } from './zip-places.ts'

/** How city names are compared: letters and digits, `Saint`, `Fort` and `Mount` cut short, without accents. */
export function cityKey(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}|['’.]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(/\bsaint(e?)\b/g, 'st$1')
    .replaceAll(/\bfort\b/g, 'ft')
    .replaceAll(/\bmount\b/g, 'mt')
}

type Names = {
  readonly statesOfCity: ReadonlyMap<string, ReadonlySet<string>>
  readonly statesOfCounty: ReadonlyMap<string, ReadonlySet<string>>
  readonly citiesOfArea: ReadonlyMap<string, ReadonlySet<string>>
  readonly keysOfCounties: ReadonlyMap<string, string>
  /** Keys and codes of counties that the shapes do not have, to the codes of those they lie in. */
  readonly changedCounties: ReadonlyMap<string, ReadonlySet<string>>
}

let names: Names | undefined

function load(): Names {
  const statesOfCity = new Map<string, Set<string>>()
  const statesOfCounty = new Map<string, Set<string>>()
  const citiesOfArea = new Map<string, Set<string>>()
  const keysOfCounties = new Map(countiesOfShapes().map(({ fips, name }) => [fips, countyKey(name)]))
  const changedCounties = new Map<string, Set<string>>()
  for (const { state, name } of countiesOfShapes()) add(statesOfCounty, countyKey(name), state)
  for (const change of countyChanges)
    for (const key of [change.fips, ...changeKeys(change)]) {
      add(statesOfCounty, key, change.state)
      for (const county of change.counties) add(changedCounties, key, county)
    }
  const keys = new Map<string, string>()
  for (const { zip, city, state } of zipPlaces().values()) {
    const key = keys.get(city) ?? cityKey(city)
    keys.set(city, key)
    add(statesOfCity, key, state)
    add(citiesOfArea, areaOf(zip), key)
  }
  return { statesOfCity, statesOfCounty, citiesOfArea, keysOfCounties, changedCounties }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key)
  if (known) known.add(value)
  else map.set(key, new Set([value]))
}

const areaOf = (zip: string): string => zip.slice(0, 3)
const none: ReadonlySet<string> = new Set()

const loaded = (): Names => {
  names ??= load()
  return names
}

/** Codes of the states with a city of this key; empty for a name that no city has. */
export const statesOfCity = (key: string): ReadonlySet<string> => loaded().statesOfCity.get(key) ?? none

/** Codes of the states with a county of this key. */
export const statesOfCounty = (key: string): ReadonlySet<string> => loaded().statesOfCounty.get(key) ?? none

/**
 * Whether a ZIP with the same first three digits has a city of this key: people write the next town's name, or one that
 * the Postal Service accepts besides the official one.
 */
export const isCityNear = (zip: string, key: string): boolean =>
  loaded().citiesOfArea.get(areaOf(zip))?.has(key) ?? false

/** Whether a county's key or FIPS code is that of the county with this FIPS code. */
export const isCountyOf = (fips: string, keyOrFips: string): boolean =>
  fips === keyOrFips ||
  loaded().keysOfCounties.get(fips) === keyOrFips ||
  loaded().changedCounties.get(keyOrFips)?.has(fips) === true
