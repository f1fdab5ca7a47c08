import type { Column, ColumnKind } from '../schema.ts'
import { type Evidence, evidenceOf } from './column-evidence.ts'
import { kindOf } from './column-kind.ts'
import { coordinateColumns } from './coordinates.ts'
import { groupOf, keyOf, labelOf } from './header-words.ts'
import { unnamedPlaces } from './unnamed-places.ts'

/** Most distinct values for which a list of counts is of use. */
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
  const pair = coordinateColumns(evidence)
  const ownKinds = evidence.map((column, index): ColumnKind => {
    if (index === pair?.lat) return 'lat'
    return index === pair?.lon ? 'lon' : kindOf(column)
  })
  const places = unnamedPlaces(evidence, ownKinds, rows)
  const kinds = ownKinds.map((kind, index) => places.get(index) ?? kind)
  const isPersonFile = evidence.some((c) => c.says('last', 'lastname', 'surname'))
  const mainName = mainNameColumn(evidence, kinds)
  const taken = new Set<string>()
  const dropped: string[] = []
  const columns: Column[] = []
  for (const [index, column] of evidence.entries()) {
    if (column.isUnnamed && column.values.length === 0) {
      dropped.push(column.header)
      continue
    }
    const kind = kinds[index] ?? 'text'
    const key = keyOf(column.header, kind, taken)
    taken.add(key)
    const isPerson = kind === 'text' && isPersonColumn(column, isPersonFile)
    const contact = kind === 'email' || kind === 'phone' || isPerson
    columns.push({
      key,
      label: labelOf(column.header),
      group: groupOf(kind, isPerson, column.words),
      kind,
      from: column.header,
      contact,
      facet: !contact && isFacet(kind, column),
      suggest: !contact && isSuggested(kind, index === mainName || isNamed(column)),
    })
  }
  return { columns, dropped }
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

/** The lead's own name: the first free-text column called a name, else the first free text that is no address. */
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

const firms = [
  'company',
  'business',
  'organization',
  'facility',
  'firm',
  'store',
  'market',
  'bank',
  'institution',
  'agency',
  'trade',
  'legal',
  'dba',
  'school',
]

/** Columns that name a person to reach: masked until the lead is owned. */
function isPersonColumn(column: Evidence, isPersonFile: boolean): boolean {
  const { words } = column
  if (column.says(...firms) || column.says('title', 'type', 'position', 'role', 'method', 'preference'))
    return false
  if (column.says('contact', 'attn', 'attention', 'surname', 'firstname', 'lastname', 'fullname', 'linkedin'))
    return true
  const person = [
    'first',
    'last',
    'middle',
    'given',
    'family',
    'maiden',
    'full',
    'person',
    'owner',
    'executive',
    'officer',
    'ceo',
    'president',
    'principal',
    'manager',
    'director',
    'administrator',
    'agent',
    'proprietor',
  ]
  if (column.says('name') && column.says(...person)) return true
  if (
    words.length === 1 &&
    column.says('owner', 'ceo', 'president', 'manager', 'principal', 'proprietor', 'executive')
  )
    return true
  return isPersonFile && words.length === 1 && column.says('first', 'last', 'middle')
}
