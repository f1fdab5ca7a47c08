import { legalForms } from './normal-forms.ts'
import { streetWords } from './street-words.ts'

/*
 * The twins of normal-forms.ts for the engine: each takes an SQL expression of a text and gives one of its normal form.
 * Patterns are RE2; names and patterns are ours, no text of a user is in them.
 *
 * All leads of a version go through them, so they are written for what the engine does fast: a pattern costs it about
 * 0.3 us a match and more where it has a group, a table of bytes (`translate`) or a plain text (`replaceAll`) a tenth.
 */

/** Without the bytes that RE2’s `\s` stands for at both ends. */
const trimmedSql = (x: string): string => `trimBoth(${x}, '\\t\\n\\f\\r ')`

export const lowerEmailSql = (x: string): string => `lowerUTF8(${trimmedSql(x)})`

export function uid2EmailSql(x: string): string {
  const email = lowerEmailSql(x)
  const name = `replaceRegexpOne(${email}, '(?s)[+@].*$', '')`
  return `if(endsWith(${email}, '@gmail.com'), concat(replaceAll(${name}, '.', ''), '@gmail.com'), ${email})`
}

export const dropEmailSql = (x: string): string => `lowerUTF8(replaceRegexpAll(${x}, '\\\\s+', ''))`

/** Up to the x of an extension: what is before it in `ext` is no digit. */
const digitsSql = (x: string): string =>
  `replaceRegexpAll(substringIndex(translate(${x}, 'X#', 'xx'), 'x', 1), '[^0-9]+', '')`

/** The branches are short texts and the digits are made once: the engine makes a branch anew for its rows. */
export function e164PhoneSql(x: string): string {
  const digits = digitsSql(x)
  const isInternational = `position(${x}, '+') > 0 AND match(${x}, '^[^0-9]*[+]')`
  const prefix = `multiIf(${isInternational}, if(length(${digits}) BETWEEN 7 AND 15, '+', ''),
    length(${digits}) = 10, '+1', length(${digits}) = 11 AND startsWith(${digits}, '1'), '+', '')`
  return `if(${prefix} = '', '', concat(${prefix}, ${digits}))`
}

export const digitsPhoneSql = (x: string): string => `substring(${e164PhoneSql(x)}, 2)`

export const lastTenPhoneSql = (x: string): string =>
  `if(length(${digitsSql(x)}) >= 10, substring(${digitsSql(x)}, -10), '')`

export function domainSql(x: string): string {
  const without = (pattern: string, of: string) => `replaceRegexpOne(${of}, '^${pattern}', '')`
  const text = `lowerUTF8(${trimmedSql(x)})`
  const rest = without('www[.]', without('[^/@]*@', without('[a-z][a-z0-9+.-]*://', text)))
  const host = `extract(${rest}, '^[^/:?#]*')`
  return `if(position(${host}, '.') > 0, ${host}, '')`
}

/** What separates words in ASCII: all bytes but letters, digits, and what `wordsOf` leaves out. */
const separators = Array.from({ length: 128 }, (_, byte) => byte)
  .filter((byte) => !/[a-z0-9'.]/i.test(String.fromCharCode(byte)))
  .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)

const wordsSql = (x: string): string => {
  const plain = `replaceAll(replaceAll(lowerUTF8(${x}), '’', ''), '&', ' and ')`
  // Every byte of ASCII is a character of its own in UTF-8, so that a table of bytes leaves all others as they are.
  const spaced = `translate(${plain}, '${separators.join('')}\\'.', '${' '.repeat(separators.length)}')`
  const words = `if(isValidASCII(${spaced}), ${spaced}, replaceRegexpAll(${spaced}, '[^\\\\p{L}\\\\p{N}]+', ' '))`
  return `trimBoth(replaceRegexpAll(${words}, '  +', ' '))`
}

export const companyWordsSql = (x: string): string =>
  `replaceRegexpOne(${wordsSql(x)}, '(?: (?:${legalForms}))+$', '')`

/** @param zip an expression of five digits or '' */
export function streetAndZipSql(street: string, zip: string): string {
  const from = streetWords.map(([word]) => `'${word}'`).join(', ')
  const to = streetWords.map(([, short]) => `'${short}'`).join(', ')
  const words = `arrayStringConcat(arrayMap(word -> transform(word, [${from}], [${to}], word),
    splitByChar(' ', ${wordsSql(street)})), ' ')`
  return `if(${words} = '' OR ${zip} = '', '', concat(${words}, '|', ${zip}))`
}
