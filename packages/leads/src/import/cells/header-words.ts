import { listPlaceKinds, reservedNames } from '../../query/ast.ts'
import type { ColumnKind } from '../../schema.ts'

/**
 * A header's words in lower case, without accents: `MarketName` -> market name, `CERT #` -> cert #, `Código` -> codigo.
 */
export function headerWords(header: string): string[] {
  return header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<![A-Z])([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/([a-z])(\d)/g, '$1 $2')
    .split(/[^a-z0-9#$%]+/)
    .filter((word) => word !== '')
    .flatMap(compoundWords)
}

/** Words that others end in when a header is written as one: `naicscode`, `projectcounty`, `borrcity`. */
const compound =
  /^([a-z]{3,}?)(code|number|county|state|street|address|amount|phone|email|date|zip|(?<=[b-df-hj-np-tv-z])city)$/
/** Words of their own, or known as one. */
const whole =
  /^(zip|post|bar|geo|en|de)code$|estate$|^(inter|intra|rein)state$|^(tele|cell|smart)phone$|^(candi|man|vali|consoli|liqui|accommo)date$|^(para|tanta)mount$|^scarcity$/

function compoundWords(word: string): string[] {
  const found = whole.test(word) ? null : compound.exec(word)
  return found?.[1] && found[2] ? [found[1], found[2]] : [word]
}

const capitals = new Set(
  'id url zip naics sic fips zcta cbsa msa ein npi duns ceo hq usd us uuid dba fax ppp snap wic gps'.split(
    ' ',
  ),
)

/** A header as people read it: `state_province` -> State province, `businessID` -> Business ID. */
export function labelOf(header: string): string {
  // A header that is already prose is left as its author wrote it.
  const text = /^[A-Z][^_]*[ ][^_]*$/.test(header) || /^[A-Z0-9]+$/.test(header) ? header : spaced(header)
  const label = text.trim().slice(0, 120)
  return label === '' ? header : label
}

function spaced(header: string): string {
  const words = header
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<![A-Z])([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1 $2')
    .replaceAll(/[_.]+/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const lower = words.map((word, index) => {
    const plain = word.toLowerCase()
    if (capitals.has(plain)) return plain.toUpperCase()
    if (/^[A-Z0-9]{2,}$/.test(word) && words.length > 1) return word
    return index === 0 ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain
  })
  return lower.join(' ')
}

const placeKeys: ReadonlySet<string> = new Set(listPlaceKinds)

/**
 * Whether the query language means something else by a key: a word of its own, or a place (`city:` asks where a lead
 * is) that the column of this kind is not.
 */
export const isReservedKey = (key: string, kind: ColumnKind): boolean =>
  key === 'not' || reservedNames.has(key) || (placeKeys.has(key) && key !== kind)

/** A column's key from its header, different from all of `taken`. */
export function keyOf(header: string, kind: ColumnKind, taken: ReadonlySet<string>): string {
  const words = header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/(?<![A-Z])([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const plain = /^[a-z]/.test(words) ? words : words === '' ? 'column' : `c_${words}`
  const base = (isReservedKey(plain, kind) ? `${plain}_column` : plain).slice(0, 44)
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}_${number}`)) number++
  return `${base}_${number}`
}

/** The headers by which columns are read: blank ones by their place, repeated ones numbered. */
export function distinctHeaders(cells: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const header = cell.replaceAll(/\s+/g, ' ').trim() || `Column ${index + 1}`
    const times = (seen.get(header) ?? 0) + 1
    seen.set(header, times)
    return times === 1 ? header : `${header} (${times})`
  })
}

const namesOfKinds: Partial<Record<ColumnKind, string>> = {
  zip: 'ZIP',
  state: 'State',
  city: 'City',
  county: 'County',
  lat: 'Latitude',
  lon: 'Longitude',
  phone: 'Phone',
  email: 'Email',
  url: 'Website',
}

/** The name of a column without a telling header, from what it holds; its header if that tells nothing either. */
export const nameOfKind = (kind: ColumnKind, header: string): string => namesOfKinds[kind] ?? header

/** The part of the form that a column is in. */
export function groupOf(kind: ColumnKind, isPerson: boolean, words: readonly string[]): string {
  if (kind === 'email' || kind === 'phone' || kind === 'url' || isPerson) return 'Contact'
  if (['state', 'county', 'city', 'zip', 'lat', 'lon'].includes(kind) || isAddress(words)) return 'Location'
  if (kind === 'number' || kind === 'money') return 'Figures'
  if (kind === 'date') return 'Dates'
  if (kind === 'boolean') return 'Yes or no'
  if (kind === 'category') return 'Classification'
  return kind === 'id' ? 'Identifiers' : 'Details'
}

const addressWords = new Set(
  'address addr street country region address1 address2 suite unit location cbsa msa metro'.split(' '),
)

/** Whether a header speaks of a place. */
export const isAddress = (words: readonly string[]): boolean =>
  !words.includes('name') && words.some((word) => addressWords.has(word))
