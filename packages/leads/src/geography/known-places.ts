import type { PlaceLookup } from '../query/place-lookup.ts'
import { findCounty } from './counties.ts'
import { states } from './states.ts'
import { findZip } from './zip-places.ts'

/** The counties and ZIP codes of the United States, as the query compiler asks for them. */
export const knownPlaces: PlaceLookup = {
  findCounty(name, state) {
    const codes = state === undefined ? states.map(({ code }) => code) : [state]
    return codes.flatMap((code) => findCounty(name, code) ?? [])
  },
  findZip,
}
