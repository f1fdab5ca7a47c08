import { isCityNear, isCountyOf } from '../../geography/city-names.ts'
import { haversine } from '../../geography/distance.ts'
import { statesNear } from '../../geography/near-states.ts'
import type { Agreement } from './agreement.ts'
import type { PlaceKind, PlaceValues } from './place-readings.ts'

/** A ZIP reaches farther from its point in the West; a lead at its edge still belongs to it. */
const zipReachMeters = 80_000

type Link<First extends PlaceKind = PlaceKind, Second extends PlaceKind = PlaceKind> = {
  readonly kinds: readonly [First, Second]
  agrees(first: PlaceValues[First], second: PlaceValues[Second]): boolean
  /** The rate of agreement of unrelated cells of the same shapes. */
  readonly base: number
  /** Below this rate the columns are not of these kinds, however certain it is that they are related. */
  readonly least: number
}

const link = <First extends PlaceKind, Second extends PlaceKind>(own: Link<First, Second>) =>
  own as unknown as Link

/** What kinds of columns agree about, row by row. Rates of `base` are of random cells, a little generous. */
export const placeLinks: readonly Link[] = [
  link({
    kinds: ['zip', 'state'],
    agrees: (zip, state) => zip?.state === state,
    base: 0.03,
    least: 0.5,
  }),
  link({
    kinds: ['zip', 'city'],
    agrees: (zip, city) => zip !== undefined && isCityNear(zip.zip, city.key),
    base: 0.02,
    least: 0.4,
  }),
  link({
    kinds: ['zip', 'county'],
    agrees: (zip, county) => zip !== undefined && isCountyOf(zip.county, county.key),
    base: 0.02,
    least: 0.5,
  }),
  link({
    kinds: ['zip', 'point'],
    agrees: (zip, point) => zip !== undefined && isWithin(point, [zip.lat, zip.lon], zipReachMeters),
    base: 0.01,
    least: 0.5,
  }),
  link({
    kinds: ['city', 'state'],
    agrees: (city, state) => city.states.has(state),
    base: 0.15,
    least: 0.5,
  }),
  link({
    kinds: ['county', 'state'],
    agrees: (county, state) => county.states.has(state),
    base: 0.1,
    least: 0.6,
  }),
  link({
    kinds: ['point', 'state'],
    agrees: ([lat, lon], state) => statesNear(lat, lon).has(state) || statesNear(lat, -lon).has(state),
    base: 0.08,
    least: 0.7,
  }),
  link({
    kinds: ['phone', 'state'],
    agrees: (area, state) => area === state,
    base: 0.05,
    least: 0.4,
  }),
]

/** Whether an agreement shows that the columns are of the link's kinds: at odds of over 160,000 to 1 against chance. */
export const isShown = ({ least }: Pick<Link, 'least'>, { rate, nats }: Agreement): boolean =>
  rate >= least && nats >= 12

/** A longitude that lost its minus on the way still counts. */
function isWithin(
  [lat, lon]: readonly [number, number],
  place: readonly [number, number],
  meters: number,
): boolean {
  if (Math.abs(lat - place[0]) > 1) return false
  const to: [number, number] = [place[1], place[0]]
  return haversine([lon, lat], to) <= meters || haversine([-lon, lat], to) <= meters
}
