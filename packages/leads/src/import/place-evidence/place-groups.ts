import { headerWords } from '../cells/header-words.ts'

/** Words that say what of an address a column holds, not whose address it is. */
const parts = new Set(
  'address addr city town municipality village locality ort ville ciudad state province st usps region zip zipcode postal postcode plz code county parish fips country pais pays latitude lat longitude lon lng long coordinates geo location name abbr abbreviation abbrev cd full line street'.split(
    ' ',
  ),
)

/** Whose place a column is part of, from its header: `Company City` and `Company State` -> company, `City` -> ''. */
export const placeNameOf = (header: string): string =>
  headerWords(header)
    .filter((word) => !parts.has(word))
    .join(' ')

type Part = { readonly kind: string; readonly place: string; readonly nameScore: number }

/**
 * The places of a file that are places of their own: each has columns for two of city, state and ZIP. Empty where there
 * are fewer than two: then all columns may belong together.
 */
export function rivalPlaces(options: readonly Part[]): string[] {
  const members = Map.groupBy(
    options.filter(({ kind }) => kind === 'zip' || kind === 'state' || kind === 'city'),
    ({ place }) => place,
  )
  const whole = [...members].filter(([, own]) => new Set(own.map(({ kind }) => kind)).size >= 2)
  return whole.length < 2 ? [] : whole.map(([place]) => place)
}
