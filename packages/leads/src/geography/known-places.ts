import type { PlaceLookup } from '../query/place-lookup.ts'
import { findCounty, findCountyChange, findDrawnCounty } from './counties.ts'
import { states } from './states.ts'
import { findZip } from './zip-places.ts'

/** The counties and ZIP codes of the United States, as the query compiler asks for them. */
export const knownPlaces: PlaceLookup = {
  findCounty(name, state) {
    if (state !== undefined || /^\d/.test(name)) return [findCounty(name, state) ?? []].flat()
    const drawn = states.flatMap(({ code }) => findDrawnCounty(name, code) ?? [])
    return drawn.length > 0 ? drawn : [findCounty(name) ?? []].flat()
  },
  countiesAround: (name, state) => findCountyChange(name, state)?.counties ?? [],
  findZip,
}
