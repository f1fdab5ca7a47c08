import { zipPlaces } from './zip-places.ts'

/** The half-degree square of a point, as a number: rows of squares from south to north, each of a thousand. */
const square = (lat: number, lon: number): number => Math.floor(lat * 2) * 1000 + Math.floor(lon * 2)

let squares: ReadonlyMap<number, ReadonlySet<string>> | undefined

/** Half-degree squares with a ZIP's point, and the states of those ZIPs. */
function load(): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>()
  for (const { lat, lon, state } of zipPlaces().values()) {
    const key = square(lat, lon)
    found.set(key, (found.get(key) ?? new Set()).add(state))
  }
  return found
}

const none: ReadonlySet<string> = new Set()
/** Of the squares that were asked for: all points of one have the same states near. */
const known = new Map<number, ReadonlySet<string>>()

/** The states with a ZIP in the same half-degree square or one next to it: within about 50 to 80 km. */
export function statesNear(lat: number, lon: number): ReadonlySet<string> {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return none
  const own = square(lat, lon)
  const near = known.get(own) ?? around(own)
  known.set(own, near)
  return near
}

function around(own: number): ReadonlySet<string> {
  squares ??= load()
  const found = new Set<string>()
  for (const north of [-1000, 0, 1000])
    for (const east of [-1, 0, 1]) for (const state of squares.get(own + north + east) ?? []) found.add(state)
  return found.size === 0 ? none : found
}
