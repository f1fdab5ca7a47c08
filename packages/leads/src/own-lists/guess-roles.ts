import { headerWords, isAddress } from '../import/cells/header-words.ts'
import { proposeColumns } from '../import/columns/propose-columns.ts'
import type { Column } from '../schema.ts'
import { ownListLimits } from './limits.ts'
import { isOfKeeper, nameColumn } from './name-column.ts'
import type { OwnListColumn, OwnListRole } from './schema.ts'

/** Roles that one column has at most: the first. */
const single: ReadonlySet<OwnListRole> = new Set(['name', 'address', 'zip'])

/** What each column holds, by its name and by what is in it, as an import would read it. */
export function guessRoles(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): OwnListColumn[] {
  const { columns } = proposeColumns(headers, rows)
  const placeOf = new Map(headers.map((header, index) => [header, index]))
  const isBlank = ({ from }: Column) =>
    rows.every((row) => (row[placeOf.get(from) ?? -1] ?? '').trim() === '')
  const company = nameColumn(columns, isBlank)
  const byHeader = new Map(columns.map((column) => [column.from, column]))
  const taken = new Set<OwnListRole>()
  return headers.map((header, index) => {
    const column = byHeader.get(header)
    const guessed = column === undefined ? null : column === company ? 'name' : roleOf(column)
    const role = guessed !== null && single.has(guessed) && taken.has(guessed) ? null : guessed
    if (role !== null) taken.add(role)
    return { header, role, examples: examplesOf(rows, index) }
  })
}

function roleOf({ kind, from }: Column): OwnListRole | null {
  const words = headerWords(from)
  if (isOfKeeper(words)) return null
  switch (kind) {
    case 'email':
    case 'zip':
      return kind
    case 'phone':
      // A fax number belongs to a building or a bureau as often as to the business.
      return words.includes('fax') ? null : 'phone'
    case 'url':
      return 'website'
    default:
      // Addresses without `https://` are told by their ending, of which there are more than an import knows.
      if (words.some((word) => siteWords.has(word))) return 'website'
      return kind === 'text' && isStreet(words) ? 'address' : null
  }
}

const siteWords = new Set(['website', 'web', 'site', 'url', 'homepage', 'domain'])

const isStreet = (words: readonly string[]): boolean =>
  isAddress(words) &&
  words.some((word) => ['address', 'addr', 'street', 'address1'].includes(word)) &&
  !words.includes('2')

function examplesOf(rows: readonly (readonly string[])[], index: number): string[] {
  const found = new Set<string>()
  for (const row of rows) {
    const cell = row[index] ?? ''
    if (cell !== '') found.add(cell.slice(0, 80))
    if (found.size === ownListLimits.examples) break
  }
  return [...found]
}
