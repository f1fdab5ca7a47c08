import type { Column, ColumnKind } from '../../schema.ts'
import { groupOf, keyOf, labelOf, nameOfKind } from '../cells/header-words.ts'
import { placeColumns } from '../place-evidence/place-columns.ts'
import { type PlaceRoles, placeRoles } from '../place-evidence/place-roles.ts'
import { recognizePlaces } from '../place-evidence/recognize-places.ts'
import { spreadRows } from '../place-evidence/spread-rows.ts'
import { type Evidence, evidenceOf } from './column-evidence.ts'
import { kindOf } from './column-kind.ts'
import { coordinateColumns } from './coordinates.ts'
import { fileOf, namesPerson, namesWithoutHeaders, reachesSomebody } from './person-columns.ts'

/** Most distinct values for which a list of counts is useful. */
const facetLimit = 1500

export type ProposedColumns = {
  readonly columns: readonly Column[]
  /** Headers left out: they have no name and no value. */
  readonly dropped: readonly string[]
}

/** A dictionary for columns with these headers and sample rows. */
export function proposeColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): ProposedColumns {
  const evidence = headers.map((header, index) => evidenceOf(header, index, rows))
  const kinds = kindsOf(evidence, rows)
  const file = fileOf(evidence)
  const unnamedPeople = namesWithoutHeaders(evidence)
  const mainName = mainNameColumn(evidence, kinds)
  const dropped = evidence.filter(isNothing).map(({ header }) => header)
  const columns = evidence.flatMap((column, index): Unnamed[] => {
    if (isNothing(column)) return []
    const found = kinds[index] ?? 'text'
    const isText = found === 'text' || found === 'category'
    const isPerson = namesPerson(column, found, file) || (isText && unnamedPeople.has(index))
    // Common first names recur, but nobody counts leads by them.
    const kind = isPerson ? 'text' : found
    const contact = kind === 'email' || kind === 'phone' || isPerson || reachesSomebody(column, kind)
    return [
      {
        name: column.isUnnamed ? nameOfKind(kind, column.header) : column.header,
        group: groupOf(kind, isPerson, column.words),
        kind,
        from: column.header,
        contact,
        facet: !contact && isFacet(kind, column),
        suggest: !contact && isSuggested(kind, index === mainName || isNamed(column)),
      },
    ]
  })
  return { columns: withNames(columns, { headers, rows }), dropped }
}

const isNothing = (column: Evidence): boolean => column.isNumbered && column.values.length === 0

/** A column before it has a key and a label of its own; `name` is what both are made of. */
type Unnamed = Omit<Column, 'key' | 'label'> & { readonly name: string }

/** Each column's kind: its own, unless what the rows say about places decides otherwise. */
function kindsOf(evidence: readonly Evidence[], rows: readonly (readonly string[])[]): ColumnKind[] {
  const pair = coordinateColumns(evidence)
  const own = evidence.map((column, index): ColumnKind => {
    if (index === pair?.lat) return 'lat'
    return index === pair?.lon ? 'lon' : kindOf(column)
  })
  const { shown, refuted } = recognizePlaces(placeColumns(evidence, own, rows))
  const isPointShown = [...shown.values()].includes('lat')
  return evidence.map((column, index) => {
    const named = own[index] ?? 'text'
    // A pair that the rows prove is preferred to a pair of names.
    const kind = isPointShown && (named === 'lat' || named === 'lon') ? kindOf(column) : named
    return shown.get(index) ?? (refuted.has(index) ? kindOf(column, kind) : kind)
  })
}

type SampleTable = {
  readonly headers: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Keys and labels, different for each column. `city:` asks where a lead is: of several city columns, only the one that
 * says so may have the key `city`.
 */
function withNames(columns: readonly Unnamed[], { headers, rows }: SampleTable): Column[] {
  const some = spreadRows(rows)
  const cells = (column: Unnamed): string[] => {
    const index = headers.indexOf(column.from)
    return some.map((row) => row[index] ?? '')
  }
  const values = (column: Unnamed): string[] => cells(column).filter((cell) => cell !== '')
  const roles = new Set<Unnamed>(Object.values(placesOf(placeRoles(columns, { values, cells }))))
  const taken = new Set<string>()
  const labels = new Set<string>()
  const named = new Map<Unnamed, Column>()
  for (const column of [...roles, ...columns.filter((one) => !roles.has(one))]) {
    const { name, ...rest } = column
    const key = keyOf(name, roles.has(column) || !addressKinds.has(rest.kind) ? rest.kind : 'text', taken)
    const label = distinctLabel(labelOf(name), labels)
    taken.add(key)
    labels.add(label)
    named.set(column, { key, label, ...rest })
  }
  return columns.flatMap((column) => named.get(column) ?? [])
}

const addressKinds: ReadonlySet<ColumnKind> = new Set(['zip', 'state', 'city', 'county'])

function placesOf<Source>({ zip, state, city, county }: PlaceRoles<Source>): Record<string, Source> {
  return { ...(zip && { zip }), ...(state && { state }), ...(city && { city }), ...(county && { county }) }
}

function distinctLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label)) return label
  let number = 2
  while (taken.has(`${label} ${number}`)) number++
  return `${label} ${number}`
}

function isFacet(kind: ColumnKind, { distinct }: Evidence): boolean {
  if (kind === 'boolean' || kind === 'state') return true
  if (kind === 'city' || kind === 'county') return true
  return kind === 'category' && distinct <= facetLimit
}

const isSuggested = (kind: ColumnKind, isName: boolean): boolean =>
  kind === 'category' || kind === 'city' || kind === 'county' || (kind === 'text' && isName)

const nameWords = [
  'name',
  'company',
  'business',
  'organization',
  'organisation',
  'recipient',
  'title',
  'facility',
  'institution',
  'dba',
  'store',
  'market',
  'employer',
  'agency',
  'brand',
  'industry',
]

const isNamed = (column: Evidence): boolean =>
  column.says(...nameWords) && !column.says('address', 'street', 'description', 'notes', 'type')

/**
 * The lead's own name: the first free-text column that is called a name, else the first free text that is no address.
 */
function mainNameColumn(evidence: readonly Evidence[], kinds: readonly ColumnKind[]): number {
  const texts = evidence
    .map((column, index) => ({ column, index }))
    .filter(({ index }) => kinds[index] === 'text')
  const named = texts.find(({ column }) => isNamed(column))
  const plain = texts.find(
    ({ column }) => column.values.length > 0 && !column.says('address', 'street', 'location'),
  )
  return (named ?? plain)?.index ?? -1
}
