import { headerWords } from '../../import/cells/header-words.ts'
import type { Column } from '../../schema.ts'
import { addressColumns, companyColumns } from '../../suppression/profiles.ts'

/** What a column says of a lead, as programs for customer relations have a field for it. */
export type LeadRole =
  | 'company'
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'title'
  | 'email'
  | 'phone'
  | 'mobile'
  | 'fax'
  | 'website'
  | 'street'
  | 'city'
  | 'state'
  | 'zip'
  | 'country'
  | 'industry'
  | 'employees'
  | 'revenue'
  | 'founded'
  | 'description'

type Rule = (column: Column, says: (...words: string[]) => boolean) => boolean

const isText: Rule = ({ kind }) => kind === 'text' || kind === 'category'
const isFigure: Rule = ({ kind }) => kind === 'number' || kind === 'money'

/** In the order in which they are looked for: a column has the first role that it fits. */
const rules: readonly (readonly [LeadRole, Rule])[] = [
  ['email', ({ kind }) => kind === 'email'],
  ['mobile', ({ kind }, says) => kind === 'phone' && says('mobile', 'cell', 'cellphone')],
  ['fax', ({ kind }, says) => kind === 'phone' && says('fax')],
  ['phone', ({ kind }, says) => kind === 'phone' && !says('fax')],
  [
    'website',
    ({ kind }, says) => kind === 'url' && !says('linkedin', 'linked', 'facebook', 'twitter', 'instagram'),
  ],
  ['city', ({ kind }) => kind === 'city'],
  ['state', ({ kind }) => kind === 'state'],
  ['zip', ({ kind }) => kind === 'zip'],
  ['country', (column, says) => isText(column, says) && says('country')],
  ['lastName', (column, says) => isText(column, says) && says('last', 'lastname', 'surname')],
  ['firstName', (column, says) => isText(column, says) && says('first', 'firstname', 'given')],
  ['title', (column, says) => isText(column, says) && says('title', 'position')],
  [
    'fullName',
    ({ kind, contact }, says) => kind === 'text' && contact && !says('middle', 'linkedin', 'linked'),
  ],
  ['industry', (column, says) => isText(column, says) && says('industry', 'sector')],
  ['employees', (column, says) => isFigure(column, says) && says('employees', 'employee', 'headcount')],
  ['revenue', (column, says) => isFigure(column, says) && says('revenue', 'sales')],
  ['founded', ({ kind }, says) => kind === 'number' && says('founded', 'established')],
  ['description', (column, says) => isText(column, says) && says('description')],
]

/** The first column of each role. No column has two. */
export function findRoles(columns: readonly Column[]): Map<LeadRole, Column> {
  const roles = new Map<LeadRole, Column>()
  const [company] = companyColumns(columns)
  if (company) roles.set('company', company)
  const street = addressColumns(columns).find(
    (column) => column !== company && headerWords(column.from).some((word) => streetWords.has(word)),
  )
  if (street) roles.set('street', street)
  const taken = new Set<Column>([company, street].filter((column) => column !== undefined))
  for (const column of columns) {
    if (taken.has(column)) continue
    const words = new Set([...headerWords(column.from), ...headerWords(column.label)])
    const says = (...asked: string[]) => asked.some((word) => words.has(word))
    const fit = rules.find(([, rule]) => rule(column, says))
    if (fit && !roles.has(fit[0])) roles.set(fit[0], column)
  }
  return roles
}

const streetWords = new Set(['address', 'addr', 'street', 'address1'])
