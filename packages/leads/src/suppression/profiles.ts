import { columnName } from '../dictionaries/lead-table.ts'
import { headerWords, isAddress } from '../import/cells/header-words.ts'
import type { Column } from '../schema.ts'
import { severalValues } from './cell-values.ts'
import {
  companyWordsSql,
  digitsPhoneSql,
  domainSql,
  dropEmailSql,
  e164PhoneSql,
  lastTenPhoneSql,
  lowerEmailSql,
  streetAndZipSql,
  uid2EmailSql,
} from './normal-sql.ts'
import { type EntryForm, entryForms } from './schema.ts'

/** What of a lead a profile compares. */
export type ProfileKind = 'email' | 'phone' | 'domain' | 'company' | 'address'

/**
 * One way in which the entries of a list can mean leads: what they are the hash of, after which normalization. A list
 * does not say; which profile is its own is told by the leads it finds.
 */
export type Profile = {
  readonly id: string
  /** The entries it reads. */
  readonly form: EntryForm
  readonly kind: ProfileKind
  /** The normal forms of a lead's cells, as SQL. None when a dataset has no such column. */
  texts(columns: readonly Column[]): string[]
  /** The same of each value in cells that hold several, as SQL of arrays. */
  lists?(columns: readonly Column[]): string[]
}

type Texts = Pick<Profile, 'texts' | 'lists'>
type Normal = (x: string) => string

/** Cells of some kinds, and the values in those that hold several. */
const valuesOf =
  (kinds: readonly Column['kind'][], what: 'email' | 'phone' | 'domain') =>
  (normal: Normal): Texts => ({
    texts: (columns) =>
      columns.filter(({ kind }) => kinds.includes(kind)).map((column) => normal(columnName(column))),
    lists: (columns) =>
      severalValues(columns, what).map((values) => `arrayMap(x -> ${normal('x')}, ${values})`),
  })

const wordsOfColumn = ({ from, label }: Column) => [...headerWords(from), ...headerWords(label)]

const companyWord = new Set('company business organization organisation firm employer dba account'.split(' '))

/** The columns that hold the names of companies; the first that is called a name when none says so. */
export function companyColumns(columns: readonly Column[]): Column[] {
  const texts = columns.filter(({ kind, from }) => kind === 'text' && !isAddress(headerWords(from)))
  const told = texts.filter((column) => wordsOfColumn(column).some((word) => companyWord.has(word)))
  const named = texts.filter((column) => wordsOfColumn(column).every((word) => word === 'name'))
  return told.length > 0 ? told : named.slice(0, 1)
}

const companiesOf = (normal: Normal): Texts => ({
  texts: (columns) => companyColumns(columns).map((column) => normal(columnName(column))),
})

/** The columns that hold streets. */
export const addressColumns = (columns: readonly Column[]): Column[] =>
  columns.filter(({ kind, from }) => kind === 'text' && isAddress(headerWords(from)))

const addressesOf = (columns: readonly Column[]) =>
  addressColumns(columns).map((column) => streetAndZipSql(columnName(column), 'toString(p_zip)'))

const emails = valuesOf(['email'], 'email')
const phones = valuesOf(['phone'], 'phone')
const domains = valuesOf(['url', 'email'], 'domain')(domainSql)

/** Entries that are not hashed, by what they are. */
const plainProfiles: readonly Profile[] = [
  { id: 'email', form: 'email', kind: 'email', ...emails(lowerEmailSql) },
  { id: 'phone', form: 'phone', kind: 'phone', ...phones(e164PhoneSql) },
  { id: 'domain', form: 'domain', kind: 'domain', ...domains },
  { id: 'company', form: 'company', kind: 'company', ...companiesOf(companyWordsSql) },
  { id: 'address', form: 'address', kind: 'address', texts: addressesOf },
]

/** Ways to hash, the usual one of each kind first. */
const hashedProfiles: readonly Omit<Profile, 'form'>[] = [
  { id: 'email.lower', kind: 'email', ...emails(lowerEmailSql) },
  { id: 'email.uid2', kind: 'email', ...emails(uid2EmailSql) },
  { id: 'email.drop', kind: 'email', ...emails(dropEmailSql) },
  { id: 'phone.e164', kind: 'phone', ...phones(e164PhoneSql) },
  { id: 'phone.digits', kind: 'phone', ...phones(digitsPhoneSql) },
  { id: 'phone.lastTen', kind: 'phone', ...phones(lastTenPhoneSql) },
  { id: 'domain', kind: 'domain', ...domains },
  { id: 'company.lower', kind: 'company', ...companiesOf(lowerEmailSql) },
]

/** Every profile there is. Of profiles that find as many leads, the first is meant. */
export const profiles: readonly Profile[] = [
  ...plainProfiles,
  ...(['sha256', 'sha1', 'md5'] as const).flatMap((form) =>
    hashedProfiles.map((profile) => ({ ...profile, id: `${profile.id}.${form}`, form })),
  ),
]

export const profileIds: readonly string[] = profiles.map(({ id }) => id)

/** The number of a form in the engine's table. */
export const formNo = (form: EntryForm): number => entryForms.indexOf(form) + 1

const digestSql: Record<EntryForm, string> = {
  md5: 'MD5',
  sha1: 'SHA1',
  sha256: 'SHA256',
  email: 'SHA256',
  phone: 'SHA256',
  domain: 'SHA256',
  company: 'SHA256',
  address: 'SHA256',
}

/**
 * The condition that a lead is meant by one of some keys under a profile; undefined when the dataset has no column for
 * it. A key is the first 16 bytes of the digest.
 * @param keys a SELECT of the keys of the profile's form
 */
export function isMeant(
  profile: Pick<Profile, 'form'> & Texts,
  columns: readonly Column[],
  keys: string,
): string | undefined {
  const isKey = (text: string) =>
    `(${text} != '' AND reinterpretAsUInt128(${digestSql[profile.form]}(${text})) IN (${keys}))`
  const any = [
    ...profile.texts(columns).map(isKey),
    ...(profile.lists?.(columns) ?? []).map((list) => `arrayExists(text -> ${isKey('text')}, ${list})`),
  ]
  return any.length === 0 ? undefined : `(${any.join(' OR ')})`
}
