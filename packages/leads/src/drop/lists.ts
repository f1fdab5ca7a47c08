import { columnName, isTextual } from '../dictionaries/lead-table.ts'
import { headerWords } from '../import/cells/header-words.ts'
import type { Column } from '../schema.ts'
import { lastTenPhoneSql } from '../suppression/normal-sql.ts'
import {
  compoundSql,
  dropAdvertisingIdSql,
  dropBirthSql,
  dropEmailSql,
  dropNameSql,
  dropPhoneSql,
  dropTelevisionIdSql,
  dropVinSql,
  dropZipSql,
} from './normal-sql.ts'
import type { DropList } from './schema.ts'

/** What is hashed of a lead for a list of DROP, as SQL of a text. None when a dataset has no such columns. */
export type TextsOf = (columns: readonly Column[]) => string[]

const cell = (column: Column): string =>
  isTextual(column.kind) ? `toString(${columnName(column)})` : `ifNull(toString(${columnName(column)}), '')`

const cellsOfKind = (columns: readonly Column[], kind: Column['kind']): string[] =>
  columns.filter((column) => column.kind === kind).map(columnName)

type Words = ReadonlySet<string>

/** Cells of the columns whose header says what they hold. */
const cellsNamed = (columns: readonly Column[], isNamed: (words: Words) => boolean): string[] =>
  columns
    .filter(({ from, label }) => [from, label].some((header) => isNamed(new Set(headerWords(header)))))
    .map(cell)

const hasAny =
  (...names: string[]) =>
  (words: Words): boolean =>
    names.some((name) => words.has(name))

const isName = hasAny('name', 'names')
const isFirstName = (words: Words) =>
  (hasAny('first', 'given')(words) && isName(words)) || hasAny('firstname', 'fname', 'forename')(words)
const isLastName = (words: Words) =>
  (hasAny('last', 'family')(words) && isName(words)) || hasAny('lastname', 'lname', 'surname')(words)
const isBirth = hasAny('birth', 'birthday', 'birthdate', 'dob')
const isVin = hasAny('vin')
const isAdvertisingId = (words: Words) =>
  hasAny('maid', 'idfa', 'gaid', 'aaid')(words) || (words.has('advertising') && words.has('id'))
const isTelevisionId = (words: Words) =>
  hasAny('ctvid')(words) || (hasAny('ctv', 'tv', 'television')(words) && words.has('id'))

/** Every first name with every last name of a lead, followed by what else the compound hash has. */
function compounds(columns: readonly Column[], others: readonly (readonly string[])[]): string[] {
  const first = cellsNamed(columns, isFirstName).map(dropNameSql)
  const last = cellsNamed(columns, isLastName).map(dropNameSql)
  return first.flatMap((given) =>
    last.flatMap((family) => others.map((rest) => compoundSql([given, family, ...rest]))),
  )
}

/** Where several parts are hashed together, the last hash is taken of this text. */
export const textsOfList: Readonly<Record<DropList, TextsOf>> = {
  Email: (columns) => cellsOfKind(columns, 'email').map(dropEmailSql),
  // The extension is no part of a number, though the state's rule would keep its digits: both are compared.
  Phone: (columns) => cellsOfKind(columns, 'phone').flatMap((x) => [lastTenPhoneSql(x), dropPhoneSql(x)]),
  NDZ: (columns) => {
    const zip = dropZipSql('toString(p_zip)')
    const births = cellsNamed(columns, isBirth)
    return compounds(
      columns,
      births.map((birth) => [dropBirthSql(birth), zip]),
    )
  },
  NameVIN: (columns) =>
    compounds(
      columns,
      cellsNamed(columns, isVin).map((vin) => [dropVinSql(vin)]),
    ),
  MAID: (columns) => cellsNamed(columns, isAdvertisingId).map(dropAdvertisingIdSql),
  CTVID: (columns) => cellsNamed(columns, isTelevisionId).map(dropTelevisionIdSql),
}
