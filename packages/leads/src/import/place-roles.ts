import type { Column, ColumnKind } from '../schema.ts'
import { isPair, isWktPoint } from './cell-kinds.ts'
import { headerWords } from './header-words.ts'

/** Where a lead's place is read from: the `from` of a column each. */
export type PlaceRoles = {
  readonly state?: Column
  readonly county?: Column
  readonly city?: Column
  readonly zip?: Column
  readonly lat?: Column
  readonly lon?: Column
  readonly country?: Column
  /** A text that holds the coordinates, alone or behind an address. */
  readonly point?: { readonly column: Column; readonly form: 'pair' | 'wkt' }
  /** A text that ends in `City ST 12345`; read when state, city or ZIP have no column. */
  readonly address?: Column
}

/** Words of an address at which the business is not. */
const elsewhere = new Set(
  'mailing mail billing owner contact previous former old parent registered agent correspondence remit alternate other secondary acquiring birth incorporation lender servicing'.split(
    ' ',
  ),
)
const here = new Set(
  'physical business location site facility premise premises practice primary street situs project'.split(
    ' ',
  ),
)

const score = (column: Column): number =>
  headerWords(column.from).reduce((sum, word) => sum + (elsewhere.has(word) ? -2 : here.has(word) ? 1 : 0), 0)

/** Of several columns of a kind, the one that says where the business is; the first on a tie. */
function best(columns: readonly Column[], kind: ColumnKind): Column | undefined {
  return columns.filter((column) => column.kind === kind).toSorted((a, b) => score(b) - score(a))[0]
}

/** Non-blank sample cells of a column. */
export type SampleValues = (column: Column) => readonly string[]

/** Tells which columns say where a lead is. A FIPS code beats a county's name, as it needs no state. */
export function placeRoles(columns: readonly Column[], values: SampleValues): PlaceRoles {
  const counties = columns.filter(({ kind }) => kind === 'county')
  const coded = counties.filter((column) => mostly(values(column), isFipsLike))
  const lat = best(columns, 'lat')
  const lon = best(columns, 'lon')
  const texts = columns.filter(({ kind, contact }) => kind === 'text' && !contact)
  const paired = texts.find((column) => some(values(column), isPair))
  const wkt = texts.find((column) => some(values(column), isWktPoint))
  const point = paired
    ? ({ column: paired, form: 'pair' } as const)
    : wkt
      ? ({ column: wkt, form: 'wkt' } as const)
      : undefined
  const roles = {
    state: best(columns, 'state'),
    county: best(coded.length > 0 ? coded : counties, 'county'),
    city: best(columns, 'city'),
    zip: best(columns, 'zip'),
    country: columns.find(isCountry),
    ...(lat && lon ? { lat, lon } : { point }),
  }
  const isComplete = roles.state && roles.zip && roles.city
  const address = isComplete ? undefined : texts.find((column) => mostly(values(column), endsInZip))
  return withoutAbsent({ ...roles, address })
}

const isCountry = (column: Column): boolean =>
  (column.kind === 'category' || column.kind === 'text') &&
  headerWords(column.from).some((word) => word === 'country' || word === 'nation') &&
  score(column) >= 0

const isFipsLike = (value: string): boolean => /^\d{4,5}(\.0+)?$/.test(value)
const endsInZip = (value: string): boolean => /\b[A-Z]{2}[ ,.]+\d{5}(-\d{4})?\b/.test(value)

const mostly = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= values.length * 0.5
const some = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= Math.max(3, values.length * 0.05)

/** Drops the roles nobody has, as an optional member may not be undefined. */
function withoutAbsent(roles: { [Role in keyof PlaceRoles]: PlaceRoles[Role] | undefined }): PlaceRoles {
  return Object.fromEntries(Object.entries(roles).filter(([, role]) => role !== undefined))
}
