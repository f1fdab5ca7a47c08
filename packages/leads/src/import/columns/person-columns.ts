import type { ColumnKind } from '../../schema.ts'
import { holdsContact } from '../cells/cell-kinds.ts'
import { isAddress } from '../cells/header-words.ts'
import { isGivenName, isNameShaped, isNameWord, isPersonName } from '../cells/person-names.ts'
import type { Evidence } from './column-evidence.ts'
import { aspectWords, phoneWords } from './kind-words.ts'

const firms =
  'company business organization facility firm store market bank institution agency trade legal dba school'
const firmWords = firms.split(' ')
const persons =
  'first last middle given family maiden full person owner executive officer ceo president principal manager director administrator agent proprietor founder founders'
const personWords = persons.split(' ')
const loneWords =
  'owner ceo president manager principal proprietor executive founder founders cofounder inhaber geschaftsfuhrer propietario gerente proprietaire gerant dirigeant'.split(
    ' ',
  )
/** What only a person has. */
const nameWords =
  'surname firstname lastname fullname fname lname forename linkedin vorname nachname ansprechpartner kontaktperson prenom apellido apellidos'.split(
    ' ',
  )
/** What is called after people. */
const streetWords = 'street road avenue bridge park building hall'.split(' ')
const lastWords = 'last lastname lname surname nachname apellido apellidos prenom vorname'.split(' ')
const companyWords =
  'company account organization employer firma unternehmen empresa compania entreprise societe'.split(' ')

/** What the other columns say of those with short names. */
type PersonFile = {
  /** Its rows are people. */
  readonly isOfPeople: boolean
  /** A column of its own names their company, so that `Name` is theirs. */
  readonly hasCompanies: boolean
}

export const fileOf = (columns: readonly Evidence[]): PersonFile => ({
  isOfPeople: columns.some((c) => c.says(...lastWords)),
  hasCompanies: columns.some((c) => c.says(...companyWords)),
})

/**
 * Whether a column names a person to reach: it is masked until the lead is owned. Of a column whose values recur, the
 * header alone does not tell: `Owner` may be `Private` or `Public`.
 */
export function namesPerson(column: Evidence, kind: ColumnKind, file: PersonFile): boolean {
  if (kind !== 'text' && kind !== 'category') return false
  if (/\b(first|last|middle) names?\b/.test(column.words.join(' ')) && !column.says('company', 'business'))
    return true
  if (column.says(...aspectWords)) return false
  if (column.says(...firmWords)) return personWords.includes(lastWordOf(column)) && holdsPeople(column)
  if (!isAddress(column.words) && !column.says(...streetWords) && holdsPeople(column)) return true
  const isAlone = column.words.length === 1
  if (file.isOfPeople && isAlone && column.says('first', 'last', 'middle', 'nombre', 'nom')) return true
  if (file.isOfPeople && file.hasCompanies && isAlone && column.says('name')) return true
  if (column.says(...nameWords)) return true
  if (column.says('name') && column.says(...personWords)) return true
  const mayBe =
    column.says('contact', 'contacto', 'attn', 'attention') ||
    /\bdecision makers?\b/.test(column.words.join(' ')) ||
    (isAlone && column.says(...loneWords))
  return mayBe && (kind === 'text' || column.share(isNameOfPerson) >= 0.6)
}

/** The header's last word, without a number that only tells several such columns apart: `Officer_1`. */
const lastWordOf = ({ words }: Evidence): string => words.findLast((word) => !/^\d+$/.test(word)) ?? ''

/** Many people have a frequent given name: a quarter of the cells is enough where nothing else speaks against names. */
const holdsPeople = (column: Evidence): boolean =>
  column.values.length >= 3 && column.share(isPersonName) >= 0.25 && column.share(isNameShaped) >= 0.8

/**
 * The columns without telling headers that hold given names, and beside each the one of surnames: a word in each cell,
 * of which many differ.
 */
export function namesWithoutHeaders(columns: readonly Evidence[]): ReadonlySet<number> {
  const found = new Set<number>()
  const isOfWords = (column: Evidence | undefined): boolean =>
    column?.isUnnamed === true && column.values.length > 0 && column.share(isNameWord) >= 0.9
  for (const [index, column] of columns.entries()) {
    if (!isOfWords(column) || column.share(isGivenName) < 0.35 || column.distinct < fewestNames) continue
    const beside = [index + 1, index + 2, index - 1].filter((other) => {
      const next = columns[other]
      return isOfWords(next) && (next?.distinct ?? 0) >= fewestNames
    })
    for (const other of [index, ...beside.slice(0, 1)]) found.add(other)
  }
  return found
}

const fewestNames = 8

/** `Ann Smith`, `SMITH, ANN B.`: two to four words of letters. */
const isNameOfPerson = (value: string): boolean =>
  /^\p{L}[\p{L}'’.-]*(,? +\p{L}[\p{L}'’.-]*){1,3}$/u.test(value)

/** Whether a text has addresses for mail or telephone numbers among other things: in a list, behind a word. */
export const reachesSomebody = (column: Evidence, kind: ColumnKind): boolean =>
  (kind === 'text' || kind === 'category') &&
  (column.share(holdsContact) >= 0.3 || (column.says(...phoneWords) && column.share(holdsTenDigits) >= 0.3))

const holdsTenDigits = (value: string): boolean => /\d{3}\D{0,2}\d{3}\D?\d{4}/.test(value)
