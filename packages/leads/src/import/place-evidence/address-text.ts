import { states } from '../../geography/states.ts'

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
export const addressPatterns = {
  zip: `\\b(?:${stateOfZip})${beforeZip}(${zipCode})${end}`,
  state: `\\b(${stateOfZip})${beforeZip}${zipCode}${end}`,
  city: `${city}([^\\n,0-9]+?)[ ,]+(?:${stateOfZip})${beforeZip}${zipCode}${end}`,
  /** Without a ZIP only what follows a comma is a state. */
  stateAlone: `, *(${stateAlone})${end}`,
  cityAlone: `${city}([^\\n,0-9]+?) *, *(?:${stateAlone})${end}`,
} as const
export type AddressPart = keyof typeof addressPatterns

const expressions = Object.fromEntries(
  Object.entries(addressPatterns).map(([part, pattern]) => [part, new RegExp(pattern)]),
) as Record<AddressPart, RegExp>

/** A part of an address; undefined where it is not written in it. */
export const partOfAddress = (part: AddressPart, text: string): string | undefined =>
  expressions[part].exec(text)?.[1]

/** Whether a text ends in a state and its ZIP. */
export const endsInZip = (text: string): boolean => /\d{5}/.test(text) && expressions.zip.test(text)

/** Whether a text ends in a city and its state, with a ZIP or without. */
export const endsInState = (text: string): boolean =>
  endsInZip(text) || (text.includes(',') && expressions.stateAlone.test(text))

/** The pattern of a part as a text of the engine. */
export const addressSql = (part: AddressPart): string =>
  `'${addressPatterns[part].replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
