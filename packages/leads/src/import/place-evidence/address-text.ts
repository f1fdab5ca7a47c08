import { findState, states } from '../../geography/states.ts'

/**
 * Words in any case, each letter as a class of two. A group of a regular expression that ignores case (`(?i:…)`) would be
 * shorter, but V8 finds only some of its words once a process has compiled so many expressions that it stops optimizing
 * them (Node 24; `node --no-regexp-optimization` shows it): a server read no more addresses after a while.
 */
const inAnyCase = (words: string): string =>
  words.replaceAll(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)

/**
 * Where an address ends in `Boston, MA 02108`, `Austin, Texas 78701, USA`, `Denver, Colorado, United States, 80202` or
 * `Miami, FL`. Written once, for us and for the engine: RE2 reads the same patterns.
 */
const spelled = inAnyCase(
  states
    .map(({ name }) => name)
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
)
const codes = states.map(({ code }) => code).join('|')
const dotted = '[A-Z]\\.[A-Z]\\.'
const country = inAnyCase('(?:USA|U\\.S\\.A\\.?|US|U\\.S\\.|United States(?: of America)?)')
const zipCode = '[0-9]{5}(?:-?[0-9]{4})?'
const end = `(?:[ ,.\\n]+${country})?[ ,.]*(?:\\(|$|\\n)`
/** Before a ZIP a state may be written in any case; alone it could be a word. */
const stateOfZip = `(?:${spelled}|${inAnyCase(codes)})|${dotted}`
const stateAlone = `(?:${spelled})|${codes}|${dotted}`
const beforeZip = `\\.?[ ,.\\n]+(?:${country}[ ,]+)?`
const city = '(?:^|[\\n,]) *'

/** In each the first group is what is looked for. */
const lines = {
  zip: `\\b(?:${stateOfZip})${beforeZip}(${zipCode})${end}`,
  state: `\\b(${stateOfZip})${beforeZip}${zipCode}${end}`,
  city: `${city}([^\\n,0-9]+?)[ ,]+(?:${stateOfZip})${beforeZip}${zipCode}${end}`,
  /** Without a ZIP only what follows a comma is a state. */
  stateAlone: `, *(${stateAlone})${end}`,
  cityAlone: `${city}([^\\n,0-9]+?) *, *(?:${stateAlone})${end}`,
} as const
export type AddressPart = keyof typeof lines

/** A member of an object as JSON or Python writes it, also where it is a text of JSON itself (`\\"city\\":`). */
const member = (names: string, value: string): string =>
  `\\b${inAnyCase(`(?:${names})`)}[\\\\]*["']? *: *[\\\\]*["']?(${value})`
/** An apostrophe before a letter is part of a name: `O'Fallon`. */
const name = `[A-Za-z](?:[^"'\\\\,{}:]|'[A-Za-z])*`
const stateMember = member('state|state[ _]?code|region|region[ _]?code|province|province[ _]?code', name)
const cityMember = member('city|town|locality', name)

/** Where an address is written: at the end of a text, or in the members of an object in one cell. */
export type AddressForm = 'line' | 'json'

const patterns: { readonly [Form in AddressForm]: { readonly [Part in AddressPart]: string } } = {
  line: lines,
  json: {
    zip: member('(?:zip|postal|post)[ _]?(?:code)?', `${zipCode}\\b`),
    state: stateMember,
    city: cityMember,
    stateAlone: stateMember,
    cityAlone: cityMember,
  },
}

const compiled = (form: AddressForm): Record<AddressPart, RegExp> =>
  Object.fromEntries(
    Object.entries(patterns[form]).map(([part, pattern]) => [part, new RegExp(pattern)]),
  ) as Record<AddressPart, RegExp>
const expressions = { line: compiled('line'), json: compiled('json') }

/** A part of an address; undefined where it is not written in it. */
export const partOfAddress = (
  part: AddressPart,
  text: string,
  form: AddressForm = 'line',
): string | undefined => expressions[form][part].exec(text)?.[1]

/** Whether a text ends in a state and its ZIP. */
export const endsInZip = (text: string): boolean => /\d{5}/.test(text) && expressions.line.zip.test(text)

/** Whether a text ends in a city and its state, with a ZIP or without. */
export const endsInState = (text: string): boolean =>
  endsInZip(text) || (text.includes(',') && expressions.line.stateAlone.test(text))

/** Whether a text is an object with a ZIP, or with a city and its state. */
export const holdsPlace = (text: string): boolean =>
  text.includes('{') &&
  (expressions.json.zip.test(text) || (expressions.json.state.test(text) && expressions.json.city.test(text)))

/** Whether most addresses that say their state say the one beside them. Rows without both tell nothing. */
export function isInState(texts: readonly string[], beside: readonly string[]): boolean {
  let compared = 0
  let same = 0
  for (const [row, text] of texts.entries()) {
    const own = findState(partOfAddress('state', text) ?? '')
    const other = own && findState(beside[row] ?? '')
    if (!own || !other) continue
    compared++
    if (own.code === other.code) same++
  }
  return same >= compared / 2
}

/** The pattern of a part as a text of the engine. */
export const addressSql = (part: AddressPart, form: AddressForm): string =>
  `'${patterns[form][part].replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
