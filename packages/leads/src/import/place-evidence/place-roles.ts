import type { Column, ColumnKind } from '../../schema.ts'
import { isPair, isWktPoint } from '../cells/cell-kinds.ts'
import { headerWords } from '../cells/header-words.ts'
import { choosePlaceSet, type PlaceOption } from './place-set.ts'
import { placeScore } from './place-words.ts'

/** Where a lead's place is read from: the `from` of each column. */
export type PlaceRoles<Source = Column> = {
  readonly state?: Source
  readonly county?: Source
  readonly city?: Source
  readonly zip?: Source
  readonly lat?: Source
  readonly lon?: Source
  readonly country?: Source
  /** A text that holds the coordinates, alone or behind an address. */
  readonly point?: { readonly column: Source; readonly form: 'pair' | 'wkt' }
  /** A text that ends in `City ST 12345`; read when state, city or ZIP have no column. */
  readonly address?: Source
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
  { values, cells }: SampleCells<Source>,
): PlaceRoles<Source> {
  const chosen = choosePlaceSet(placeOptions(columns, { values, cells }))
  const one = (kind: 'zip' | 'state' | 'city' | 'county') => chosen.get(kind)?.[0]
  const [lat, lon] = chosen.get('point') ?? []
  const texts = columns.filter(({ kind, contact }) => kind === 'text' && !contact)
  const paired = texts.find((column) => some(values(column), isPair))
  const wkt = texts.find((column) => some(values(column), isWktPoint))
  const point = paired
    ? ({ column: paired, form: 'pair' } as const)
    : wkt
      ? ({ column: wkt, form: 'wkt' } as const)
      : undefined
  const roles = {
    state: one('state'),
    county: one('county'),
    city: one('city'),
    zip: one('zip'),
    country: columns.find(isCountry),
    ...(lat && lon ? { lat, lon } : { point }),
  }
  const isComplete = roles.state && roles.zip && roles.city
  const address = isComplete ? undefined : texts.find((column) => mostly(values(column), endsInZip))
  return withoutAbsent({ ...roles, address })
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
      nameScore: scoreOf(column) + (isCoded(column) ? codeScore : 0),
    })),
    ...ofKind('lat').flatMap((lat) =>
      ofKind('lon').map((lon) => ({
        kind: 'point' as const,
        source: [lat, lon],
        cells: cells(lat),
        lons: cells(lon),
        nameScore: scoreOf(lat) + scoreOf(lon),
      })),
    ),
  ]
}

/** How many words of a name a FIPS code is worth among counties that agree equally well. */
const codeScore = 0.4

const scoreOf = (column: RoleSource): number => placeScore(headerWords(column.from))

const isCountry = (column: RoleSource): boolean =>
  (column.kind === 'category' || column.kind === 'text') &&
  headerWords(column.from).some((word) => word === 'country' || word === 'nation') &&
  scoreOf(column) >= 0

const isFipsLike = (value: string): boolean => /^\d{4,5}(\.0+)?$/.test(value)
const endsInZip = (value: string): boolean => /\b[A-Z]{2}[ ,.]+\d{5}(-\d{4})?\b/.test(value)

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
