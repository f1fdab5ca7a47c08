import { countiesOfShapes } from '@freeor/leads/geography/counties-shapes'
import { zipPlaces } from '@freeor/leads/geography/zip-places'
import { createRandom, type Random, weightedIndex } from './random.ts'

export type Place = {
  readonly zip: string
  readonly city: string
  readonly state: string
  readonly county: string
  readonly lat: number
  readonly lon: number
}

/** Residents in thousands, 2020 census, rounded. */
const residents: Readonly<Record<string, number>> = {
  CA: 39538,
  TX: 29146,
  FL: 21538,
  NY: 20201,
  PA: 13003,
  IL: 12813,
  OH: 11799,
  GA: 10712,
  NC: 10439,
  MI: 10077,
  NJ: 9289,
  VA: 8631,
  WA: 7705,
  AZ: 7152,
  MA: 7030,
  TN: 6911,
  IN: 6786,
  MD: 6177,
  MO: 6155,
  WI: 5894,
  CO: 5774,
  MN: 5706,
  SC: 5118,
  AL: 5024,
  LA: 4658,
  KY: 4506,
  OR: 4237,
  OK: 3959,
  CT: 3606,
  UT: 3272,
  PR: 3286,
  IA: 3190,
  NV: 3105,
  AR: 3012,
  MS: 2961,
  KS: 2938,
  NM: 2118,
  NE: 1962,
  ID: 1839,
  WV: 1794,
  HI: 1455,
  NH: 1378,
  ME: 1362,
  RI: 1097,
  MT: 1084,
  DE: 990,
  SD: 887,
  ND: 779,
  AK: 733,
  DC: 690,
  VT: 643,
  WY: 577,
  VI: 87,
}

/**
 * Draws real ZIP places: states by their residents; within a state a city with many ZIPs draws more for each of them,
 * and every ZIP has its own lognormal size, so that there are crowded and nearly empty ones.
 */
export function placeSampler(seed: number): (random: Random) => Place {
  const random = createRandom(seed)
  const countyNames = new Map(countiesOfShapes().map(({ fips, name }) => [fips, name]))
  // Without the islands beyond the date line a box round the country holds every lead, so that maps can be compared.
  const all = [...zipPlaces().values()].filter(({ state, lon }) => residents[state] !== undefined && lon < 0)
  const zipsOfCity = new Map<string, number>()
  for (const { state, city } of all) zipsOfCity.set(state + city, (zipsOfCity.get(state + city) ?? 0) + 1)
  const raw = all.map(
    ({ state, city }) => Math.sqrt(zipsOfCity.get(state + city) ?? 1) * Math.exp(normal(random)),
  )
  const totals = new Map<string, number>()
  all.forEach(({ state }, i) => void totals.set(state, (totals.get(state) ?? 0) + (raw[i] ?? 0)))
  const draw = weightedIndex(
    all.map(({ state }, i) => ((raw[i] ?? 0) * (residents[state] ?? 0)) / (totals.get(state) ?? 1)),
  )
  const places = all.map(({ zip, city, state, county, lat, lon }) => ({
    zip,
    city,
    state,
    county: countyNames.get(county) ?? '',
    lat,
    lon,
  }))
  const first = places[0]
  if (first === undefined) throw new Error('No ZIP places were found')
  return (next) => places[draw(next)] ?? first
}

/** A standard normal number (Box-Muller). */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
