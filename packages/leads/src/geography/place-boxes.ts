import { type ZipPlace, zipPlaces } from './zip-places.ts'

/** [west, south, east, north] in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** The boxes of places: each holds the points of the place's ZIP codes. undefined for a place without any. */
export type PlaceBoxes = {
  ofState(code: string): Box | undefined
  ofCounty(fips: string): Box | undefined
  /** `state` is a USPS code; without it, all cities of that name. */
  ofCity(name: string, state?: string): Box | undefined
  /** A whole code, or the beginning of one. */
  ofZips(start: string): Box | undefined
}

/** The box that holds both. */
export function union(one: Box | undefined, other: Box | undefined): Box | undefined {
  if (!one || !other) return one ?? other
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}

type Boxes = ReadonlyMap<string, Box>
let loaded: { states: Boxes; counties: Boxes; cities: Boxes } | undefined

function load() {
  const [states, counties, cities] = [new Map<string, Box>(), new Map<string, Box>(), new Map<string, Box>()]
  const add = (boxes: Map<string, Box>, key: string, { lon, lat }: ZipPlace) => {
    const box = union(boxes.get(key), [lon, lat, lon, lat])
    if (box) boxes.set(key, box)
  }
  for (const place of zipPlaces().values()) {
    const city = place.city.toLowerCase()
    add(states, place.state, place)
    add(counties, place.county, place)
    add(cities, city, place)
    add(cities, `${city},${place.state}`, place)
  }
  return { states, counties, cities }
}

const boxes = () => {
  loaded ??= load()
  return loaded
}

/** From the points of all ZIP codes, so that a box depends on no dataset and stays the same over imports. */
export const placeBoxes: PlaceBoxes = {
  ofState: (code) => boxes().states.get(code),
  ofCounty: (fips) => boxes().counties.get(fips),
  ofCity: (name, state) => boxes().cities.get(state === undefined ? name : `${name},${state}`),
  ofZips(start) {
    const whole = zipPlaces().get(start)
    if (whole) return [whole.lon, whole.lat, whole.lon, whole.lat]
    let box: Box | undefined
    if (start.length >= 5) return box
    for (const { zip, lon, lat } of zipPlaces().values())
      if (zip.startsWith(start)) box = union(box, [lon, lat, lon, lat])
    return box
  },
}
