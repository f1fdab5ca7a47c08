import { quote } from '../query/print-query.ts'
import { countiesOfShapes } from './counties-shapes.ts'
import { states } from './states.ts'
import { zipPlaces } from './zip-places.ts'

export type FoundPlace = {
  label: string
  clause: string
  /** [longitude, latitude] of a ZIP; null for places that are areas. */
  point: [number, number] | null
}

const MOST = 12

type City = { readonly name: string; readonly state: string; zips: number }
let cities: readonly City[] | undefined

/** Cities of the ZIP table, those with most ZIPs first: a stand-in for size. */
function loadCities(): readonly City[] {
  const byName = new Map<string, City>()
  for (const { city, state } of zipPlaces().values()) {
    const known = byName.get(`${city}, ${state}`)
    if (known) known.zips += 1
    else byName.set(`${city}, ${state}`, { name: city, state, zips: 1 })
  }
  return [...byName.values()].sort((a, b) => b.zips - a.zips)
}

/**
 * Places whose name starts with `text`, in any case: states, then counties and cities, or ZIPs for digits.
 * @returns at most 12, each with the query language's clause for it
 */
export function findPlaces(text: string): FoundPlace[] {
  const start = text.trim().toLowerCase()
  if (start === '') return []
  if (/^\d+$/.test(start)) return findZips(start)
  cities ??= loadCities()
  const found: FoundPlace[] = []
  for (const { name, code } of states)
    if (name.toLowerCase().startsWith(start) || code.toLowerCase() === start)
      found.push({ label: name, clause: `state:${code}`, point: null })
  for (const { name, state } of cities)
    if (`${name}, ${state}`.toLowerCase().startsWith(start) && found.length < MOST - 4)
      found.push({ label: `${name}, ${state}`, clause: `city:${quote(`${name}, ${state}`)}`, point: null })
  for (const { name, state, fips } of countiesOfShapes())
    if (`${name}, ${state}`.toLowerCase().startsWith(start))
      found.push({ label: `${name} (county), ${state}`, clause: `county:${fips}`, point: null })
  return found.slice(0, MOST)
}

function findZips(start: string): FoundPlace[] {
  const found: FoundPlace[] = []
  for (const { zip, city, state, lat, lon } of zipPlaces().values()) {
    if (zip.startsWith(start))
      found.push({ label: `${zip} ${city}, ${state}`, clause: `zip:${zip}`, point: [lon, lat] })
    if (found.length === MOST) break
  }
  return found
}
