/** How people write numbers. The texts are patterns for us and for the engine: RE2 reads them the same. */

/** What stands before an amount or behind it. */
export const currency = '(?:(?:US|CA|AU|C|A|R)? ?[$]|[€£¥₹]|\\b(?:USD|EUR|GBP|CAD|AUD|CHF|MXN|JPY)\\b)'
/** Between the thousands, besides a comma or a point: blanks of three widths, apostrophes. */
const gap = "[ '’\u00a0\u2009\u202f]"
/** What is written behind a number instead of zeros. */
export const units = [
  ['k|thousand', 'e3'],
  ['mm|mn|mio|million|mil|m', 'e6'],
  ['bn|billion|bil|b', 'e9'],
] as const
const anyUnit = units.map(([unit]) => unit).join('|')

/** Digits with their thousands apart. India has groups of two before the last. */
const grouped = (comma: string): string =>
  `(?:[0-9]{1,3}(?:${comma}[0-9]{2,3})*${comma}[0-9]{3}|[0-9]{1,3}(?:${gap}[0-9]{3})+|[0-9]+)`
const exponent = '(?:[eE][-+]?[0-9]{1,3})?'
const pointed = `(?:${grouped(',')}(?:[.][0-9]+)?|[.][0-9]+)${exponent}`
const withComma = `${grouped('[.]')}(?:,[0-9]+)?`

/** With sign, currency or percent around it: `$ (1,234.50)`, `1'234.50 CHF`, `1,234.50-`, `12 %`. */
const around = (digits: string, behind: string): string =>
  `^[-+(~]? *${currency}? *[-+(]? *${digits}[.]? *${behind} *${currency}? *[+]?[)]? *-?$`

/** As books mark the sides: `1,234.50 CR` is owed to somebody, below zero. In India `1.5 Cr` are millions. */
const booked = (digits: string, sides: string): string => `^[$]? *${digits} *${sides}$`
export const creditAmount = '[0-9] *CR$'

/** `$ -`: what a spreadsheet shows for an amount of zero. */
export const zeroAmount = `^${currency} *-+$`
const zeroPattern = new RegExp(zeroAmount)

/** What a number may look like where a point or a comma is the decimal one. */
export const amountShape = (isDecimalComma: boolean): string =>
  around(isDecimalComma ? withComma : pointed, `(?:%|(?:${anyUnit})[.]?)?`)

/** What an amount of books may look like, in capitals. */
export const bookedShape = (isDecimalComma: boolean): string =>
  booked(isDecimalComma ? withComma : pointed, '(?:CR|DR)')

const numberPattern = new RegExp(`${around(pointed, '%?')}|${booked(pointed, '(?:CR|DR)')}`)
const decimalCommaPattern = new RegExp(around(withComma, '%?'))
/** `$1.2M`, `500K`, `3 million`, `1,35 Mio. €`, `1,000+`: what people write for a size. */
const sizePattern = new RegExp(
  `^~? *${currency}? *(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:[.,][0-9]+)? *(?:${anyUnit})?[.]? *${currency}?[+]?$`,
  'i',
)
const anyCurrency = new RegExp(currency)

/** No amount is longer; what is would be tried at each of its blanks. */
const longest = 100
const holds = (cell: string, pattern: RegExp): boolean =>
  cell.length <= longest && /\d/.test(cell) && pattern.test(cell)

export const isNumber = (cell: string): boolean =>
  holds(cell, numberPattern) || (cell.endsWith('-') && cell.length < 10 && zeroPattern.test(cell))
export const isDecimalComma = (cell: string): boolean => holds(cell, decimalCommaPattern)
export const isSize = (cell: string): boolean => holds(cell, sizePattern)
export const isMoney = (cell: string): boolean =>
  anyCurrency.test(cell) && (isNumber(cell) || isSize(cell) || isDecimalComma(cell))
/** Thousands that only a blank keeps apart; so are the digits of numbers that name something. */
export const isSpaced = (cell: string): boolean => /\d[ \u00a0\u2009\u202f]\d/.test(cell)
