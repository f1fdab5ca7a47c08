import { degreesOf } from '../cells/degrees.ts'
import type { Reading } from './agreement.ts'
import { placeLinks } from './place-links.ts'
import { type PlaceKind, type PlaceValues, readColumn, readPoints } from './place-readings.ts'
import type { PlaceRoles } from './place-roles.ts'

type File<Source> = {
  readonly roles: PlaceRoles<Source>
  /** Telephone columns. */
  readonly phones: readonly Source[]
  /** Sample cells, row by row. */
  cells(source: Source): readonly string[]
}

/** Fewer different ZIPs or telephone numbers tell nothing. */
const fewest = 8
/** Columns of a place of ours agree more often than this, however their cities are spelled. */
const mostByChance = 0.1
/** Five digits of another country are a ZIP of ours about as often as not. */
const leastKnown = 0.8

/**
 * Whether the five digits of a file without a country are postal codes of another one, so that they place nobody. Two
 * things must say so: neither city, state, county nor point is at the ZIP, and the numbers called are foreign or many
 * codes are none of ours. A file that says neither where its ZIPs are is believed, unless its telephone numbers speak
 * against it.
 */
export function liesAbroad<Source>(file: File<Source>): boolean {
  const { roles, cells } = file
  if (!roles.zip || roles.address || (roles.country && cells(roles.country).some((cell) => cell !== '')))
    return false
  const zips = readColumn('zip', cells(roles.zip))
  const codes = new Map(zips.flatMap((zip) => (zip ? [[zip.key, zip.value] as const] : [])))
  if (codes.size < fewest) return false
  const rates = agreementRates(file, zips)
  if (rates.some((rate) => rate >= mostByChance)) return false
  const known = [...codes.values()].filter((zip) => zip !== undefined).length
  return isCalledAbroad(file) || (rates.length > 0 && known < codes.size * leastKnown)
}

/** How often each other column of the place agrees with the ZIP, and the city with the state. */
function agreementRates<Source>(
  { roles, cells }: File<Source>,
  zips: readonly Reading<PlaceValues['zip']>[],
): number[] {
  const { city, state, county, lat, lon } = roles
  const known = zips.map((zip) => (zip?.value ? zip : undefined))
  const [cities, states] = [
    city && readColumn('city', cells(city)),
    state && readColumn('state', cells(state)),
  ]
  const degrees = (source: Source) =>
    cells(source).map((cell) => {
      const value = degreesOf(cell)
      return Number.isNaN(value) ? undefined : value
    })
  const pairs: [
    PlaceKind,
    PlaceKind,
    readonly Reading<unknown>[],
    readonly Reading<unknown>[] | undefined,
  ][] = [
    ['zip', 'city', known, cities],
    ['zip', 'state', known, states],
    ['zip', 'county', known, county && readColumn('county', cells(county))],
    ['zip', 'point', known, lat && lon && readPoints(degrees(lat), degrees(lon))],
    ['city', 'state', cities ?? [], states],
  ]
  return pairs.flatMap(([one, other, first, second]) => rateOf([one, other], first, second ?? []) ?? [])
}

/** Undefined where too few rows have both. */
function rateOf(
  kinds: readonly [PlaceKind, PlaceKind],
  first: readonly Reading<unknown>[],
  second: readonly Reading<unknown>[],
): number | undefined {
  const link = placeLinks.find((one) => one.kinds[0] === kinds[0] && one.kinds[1] === kinds[1])
  const both = first.flatMap((a, row) => {
    const b = second[row]
    return a && b ? [[a, b] as const] : []
  })
  if (!link || new Set(both.map(([a]) => a.key)).size < fewest) return undefined
  return both.filter(([a, b]) => link.agrees(a.value as never, b.value as never)).length / both.length
}

/** What is said of such a file. */
export const abroadText =
  'The postal codes seem to be of another country: they fit neither cities nor states, so no lead is placed by them. A column Country that says US places them'

/** `+49 351 …`, `0049 351 …`, `0351 …`: no number of ours begins so. */
const isForeignNumber = (cell: string): boolean => /^['"(]*(\+[02-9]|00[2-9]|0[1-9])/.test(cell)

function isCalledAbroad<Source>({ phones, cells }: File<Source>): boolean {
  const numbers = phones.flatMap((phone) => cells(phone).filter((cell) => cell !== ''))
  return new Set(numbers).size >= fewest && numbers.filter(isForeignNumber).length >= numbers.length * 0.5
}
