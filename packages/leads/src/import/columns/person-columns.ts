import type { ColumnKind } from '../../schema.ts'
import { holdsContact } from '../cells/cell-kinds.ts'
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
  'surname firstname lastname fullname linkedin vorname nachname ansprechpartner kontaktperson prenom apellido apellidos'.split(
    ' ',
  )
const lastWords = 'last lastname surname nachname apellido apellidos prenom vorname'.split(' ')
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
  if (column.says(...firmWords, ...aspectWords)) return false
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

/** `Ann Smith`, `SMITH, ANN B.`: two to four words of letters. */
const isNameOfPerson = (value: string): boolean =>
  /^\p{L}[\p{L}'’.-]*(,? +\p{L}[\p{L}'’.-]*){1,3}$/u.test(value)

/** Whether a text has addresses for mail or telephone numbers among other things: in a list, behind a word. */
export const reachesSomebody = (column: Evidence, kind: ColumnKind): boolean =>
  (kind === 'text' || kind === 'category') &&
  (column.share(holdsContact) >= 0.3 || (column.says(...phoneWords) && column.share(holdsTenDigits) >= 0.3))

const holdsTenDigits = (value: string): boolean => /\d{3}\D{0,2}\d{3}\D?\d{4}/.test(value)
