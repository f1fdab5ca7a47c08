import type { Column, ColumnKind } from '../../schema.ts'
import { headerWords } from '../cells/header-words.ts'
import { type PointForm, pointOf } from '../cells/point-texts.ts'
import { type AddressForm, endsInState, endsInZip, holdsPlace, isInState } from './address-text.ts'
import { type FipsNumbers, fipsNumbers } from './fips-numbers.ts'
import { placeNameOf } from './place-groups.ts'
import { choosePlaceSet, type PlaceOption } from './place-set.ts'
import { placeScore } from './place-words.ts'
import { type PiecesOfPoint, piecesOfPoint } from './point-pieces.ts'

/** Where a lead's place is read from: the `from` of each column. */
export type PlaceRoles<Source = Column> = {
  readonly state?: Source
  readonly county?: Source
  readonly city?: Source
  readonly zip?: Source
  readonly lat?: Source
  readonly lon?: Source
  readonly country?: Source
  /** Numbers of the state, and of the county in it, where nothing else says them. */
  readonly stateNumber?: Source
  readonly countyNumber?: Source
  /** A text that holds the coordinates, alone or behind an address. */
  readonly point?: { readonly column: Source; readonly form: PointForm }
  /** Degrees, minutes and seconds in columns of their own. */
  readonly pieces?: PiecesOfPoint<Source>
  /** A text that ends in `City ST 12345` or `City, ST`, or says so in JSON; read when state, city or ZIP have no column. */
  readonly address?: { readonly column: Source; readonly form: AddressForm }
}

/** What is known of a column to choose roles by. */
export type RoleSource = Pick<Column, 'kind' | 'from' | 'contact'>

/** Sample cells of a column: without the blank ones, and row by row. */
export type SampleValues<Source = Column> = (column: Source) => readonly string[]
export type SampleCells<Source = Column> = {
  readonly values: SampleValues<Source>
  readonly cells: SampleValues<Source>
}

/**
 * Tells which columns say where a lead is: if a file has several addresses, the columns that agree with each other. A
 * FIPS code is better than a county's name, as it needs no state.
 */
export function placeRoles<Source extends RoleSource>(
  columns: readonly Source[],
  sample: SampleCells<Source>,
): PlaceRoles<Source> {
  const values = once(sample.values)
  const cells = once(sample.cells)
  const placeOf = once(({ from }: Source) => placeNameOf(from))
  const all = columns.filter(({ kind, contact }) => (kind === 'text' || kind === 'category') && !contact)
  const endsOf = (from: readonly Source[], test: (value: string) => boolean) =>
    from.find((column) => mostly(few(values(column)), test))
  const textsOf = Map.groupBy(all, placeOf)
  const { chosen, others } = choosePlaceSet(placeOptions(columns, { values, cells }), (place) =>
    endsOf(textsOf.get(place) ?? [], endsInZip) ? 1 : 0,
  )
  const isOfOther = (column: Source): boolean => others.has(placeOf(column))
  const one = (kind: 'zip' | 'state' | 'city' | 'county') => chosen.get(kind)?.[0]
  const [lat, lon] = chosen.get('point') ?? []
  const texts = all.filter((column) => !isOfOther(column))
  const point = pointText(texts, values)
  const roles = {
    state: one('state'),
    county: one('county'),
    city: one('city'),
    zip: one('zip'),
    country: columns.find((column) => isCountry(column) && !isOfOther(column) && isNamed(values(column))),
    ...(lat && lon ? { lat, lon } : { point }),
    ...fipsOf(columns, cells, chosen),
  }
  const hasState = roles.state ?? roles.stateNumber
  const isComplete = hasState && roles.zip && roles.city
  // Where a state has a column, an address in another one is of somebody else: the owner's, the agent's.
  const here = texts.filter((column) => !roles.state || isInState(cells(column), cells(roles.state)))
  const line = isComplete
    ? undefined
    : (endsOf(here, endsInZip) ?? (hasState ? undefined : endsOf(here, endsInState)))
  const object = isComplete || line ? undefined : endsOf(here, holdsPlace)
  const column = line ?? object
  return withoutAbsent({
    ...roles,
    address: column && { column, form: line ? ('line' as const) : ('json' as const) },
    pieces: point || (lat && lon) ? undefined : piecesOfPoint(columns, cells, hasState !== undefined),
  })
}

/** Numbers of states and counties, as far as no column of a kind of its own says them. */
function fipsOf<Source extends RoleSource>(
  columns: readonly Source[],
  cells: SampleValues<Source>,
  chosen: ReadonlyMap<PlaceOption<Source>['kind'], readonly Source[]>,
): FipsNumbers<Source> {
  const found = fipsNumbers(columns, cells, chosen.get('state')?.[0])
  return chosen.has('county') ? { ...(found.stateNumber && { stateNumber: found.stateNumber }) } : found
}

function placeOptions<Source extends RoleSource>(
  columns: readonly Source[],
  { values, cells }: SampleCells<Source>,
): PlaceOption<readonly Source[]>[] {
  const ofKind = (kind: ColumnKind) => columns.filter((column) => column.kind === kind)
  const isCoded = (column: Source) => column.kind === 'county' && mostly(values(column), isFipsLike)
  const single = [...ofKind('zip'), ...ofKind('state'), ...ofKind('city'), ...ofKind('county')]
  return [
    ...single.map((column) => ({
      kind: column.kind as 'zip' | 'state' | 'city' | 'county',
      source: [column],
      cells: cells(column),
      place: placeNameOf(column.from),
      nameScore: scoreOf(column) + (isCoded(column) ? codeScore : 0),
    })),
    ...ofKind('lat').flatMap((lat) =>
      partnersOf(lat, ofKind('lon')).map((lon) => ({
        kind: 'point' as const,
        source: [lat, lon],
        cells: cells(lat),
        lons: cells(lon),
        place: placeNameOf(lat.from),
        nameScore: scoreOf(lat) + scoreOf(lon),
      })),
    ),
  ]
}

/** The longitudes that may belong to a latitude: those whose names say of the same place, else any. */
function partnersOf<Source extends RoleSource>(lat: Source, lons: readonly Source[]): readonly Source[] {
  const own = lons.filter(({ from }) => placeNameOf(from) === placeNameOf(lat.from))
  return own.length > 0 ? own : lons
}

/** As a function, but what it says of a column is found once. */
function once<Source extends object, Value>(find: (column: Source) => Value): (column: Source) => Value {
  const known = new Map<Source, Value>()
  return (column) => {
    const value = known.get(column) ?? find(column)
    known.set(column, value)
    return value
  }
}

/** How many words of a name a FIPS code is worth among counties that agree equally well. */
const codeScore = 0.4

const scoreOf = (column: RoleSource): number => placeScore(headerWords(column.from))

const isCountry = (column: RoleSource): boolean =>
  (column.kind === 'category' || column.kind === 'text') &&
  headerWords(column.from).some((word) => countryWords.has(word)) &&
  scoreOf(column) >= 0

const countryWords = new Set(['country', 'nation', 'pais', 'pays'])

/** Not the 1 that one dials before a telephone number. */
const isNamed = (values: readonly string[]): boolean =>
  values.length === 0 || mostly(values, (value) => /\p{L}|^840$/u.test(value))

const isFipsLike = (value: string): boolean => /^\d{4,5}(\.0+)?$/.test(value)

/** Enough values, from all over the sample, to see whether they are addresses. */
const few = (values: readonly string[]): readonly string[] =>
  values.filter((_, index) => index % Math.ceil(values.length / 500) === 0)

/** In this order a text is asked how it holds a point. */
const pointForms = ['pair', 'wkt', 'json', 'iso6709', 'lettered'] as const

/** The first text that holds points, and how. */
function pointText<Source>(
  texts: readonly Source[],
  values: SampleValues<Source>,
): PlaceRoles<Source>['point'] | undefined {
  for (const form of pointForms) {
    const column = texts.find((one) => some(few(values(one)), (value) => pointOf(form, value) !== undefined))
    if (column)
      return { column, form: form === 'pair' && isEastFirst(few(values(column))) ? 'swapped' : form }
  }
  return undefined
}

/** Whether pairs are written as GeoJSON does, degrees east first: most show it by where they lie. */
function isEastFirst(values: readonly string[]): boolean {
  let swapped = 0
  let straight = 0
  for (const value of values) {
    const [first, second] = pointOf('pair', value) ?? [0, 0]
    if (Math.abs(first) > 90 || isOverUs(second, first)) swapped++
    else if (Math.abs(second) > 90 || isOverUs(first, second)) straight++
  }
  return swapped > straight
}

const isOverUs = (lat: number, lon: number): boolean => lat > 17 && lat < 72 && lon > -180 && lon < -64

const mostly = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= values.length * 0.5
const some = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= Math.max(3, values.length * 0.05)

/** Removes the roles that no column has, as an optional member may not be undefined. */
function withoutAbsent<Source>(
  roles: { [Role in keyof PlaceRoles<Source>]: PlaceRoles<Source>[Role] | undefined },
): PlaceRoles<Source> {
  return Object.fromEntries(Object.entries(roles).filter(([, role]) => role !== undefined))
}
