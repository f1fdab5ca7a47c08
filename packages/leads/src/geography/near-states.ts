import { zipPlaces } from './zip-places.ts'

const square = (lat: number, lon: number): string => `${Math.floor(lat * 2)},${Math.floor(lon * 2)}`

let squares: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** Half-degree squares with a ZIP's point, and the states of those ZIPs. */
function load(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { lat, lon, state } of zipPlaces().values()) {
    const key = square(lat, lon)
    found.set(key, (found.get(key) ?? new Set()).add(state))
  }
  return found
}

/** The states with a ZIP in the same half-degree square or one next to it: within about 50 to 80 km. */
export function statesNear(lat: number, lon: number): ReadonlySet<string> {
  squares ??= load()
  const found = new Set<string>()
  for (const north of [-0.5, 0, 0.5])
    for (const east of [-0.5, 0, 0.5])
      for (const state of squares.get(square(lat + north, lon + east)) ?? []) found.add(state)
  return found
}
