import { stateOfAreaCode } from '../../geography/area-codes.ts'
import { isPostalState } from '../../geography/states.ts'
import { isDecimalComma, isNumber } from './amounts.ts'

const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const time = '([ ,T]+\\d{1,2}[:.]\\d{2}.*)?$'
const datePatterns = [
  `^\\d{4}-\\d{1,2}-\\d{1,2}${time}`,
  `^\\d{4}/\\d{1,2}/\\d{1,2}${time}`,
  `^\\d{1,2}[/.-]\\d{1,2}[/.-](\\d{4}|\\d{2})${time}`,
  `^\\d{1,2}[- ]${months}\\.?[- ,]+(\\d{4}|\\d{2})${time}`,
  `^${months}\\.? +\\d{1,2},? +\\d{4}${time}`,
].map((pattern) => new RegExp(pattern, 'i'))
const booleanWords = new Set(['y', 'n', 'yes', 'no', 'true', 'false', 't', 'f'])

/** No telephone number, or list of them, is longer; what is would be tried at each of its blanks. */
const longestPhone = 400

export const isInteger = (cell: string): boolean => /^\d+(\.0+)?$/.test(cell)
/** Digits that a spreadsheet has cut off: `1.23E+09`. */
export const isShortened = (cell: string): boolean => /^\d(\.\d+)?E\+?(0[89]|1\d)$/i.test(cell)
/** Digits that a number would lose, as in ZIPs and account numbers. */
export const hasLeadingZero = (cell: string): boolean => /^0\d+$/.test(cell)
export const isDate = (cell: string): boolean => datePatterns.some((pattern) => pattern.test(cell))
/** `2012Q4`, `2012-Q4`, `Q4 2012`. */
export const isQuarter = (cell: string): boolean => /^(\d{4}[- ]?Q[1-4]|Q[1-4][- ]?\d{4})$/i.test(cell)
export const isYear = (cell: string): boolean => /^(1[89]|20)\d\d$/.test(cell)
export const isPackedDate = (cell: string): boolean =>
  /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])([ T]?\d{4}(\d\d)?)?$/.test(cell)
export const isEpoch = (cell: string): boolean => /^1\d{9}(\d{3})?$/.test(cell)
export const isBoolean = (cell: string): boolean => booleanWords.has(cell.toLowerCase())
/** Days since 1900 as a spreadsheet counts them, from 1927 to 2064. */
export const isSheetDay = (cell: string): boolean => /^[1-5]\d{4}(\.\d+)?$/.test(cell)
/** An address for mail, or several. */
export const isEmail = (cell: string): boolean =>
  cell.includes('@') &&
  partsOf(cell, /\s*[,;|]\s*|\s+/).every((part) => /^[^\s@,;]+@[^\s@,;]+\.[a-z]{2,}$/i.test(part))
/** Each of several values in one cell. */
const partsOf = (cell: string, separator: RegExp): string[] =>
  cell.split(separator).filter((part) => part !== '')
export const isUrl = (cell: string): boolean =>
  /^https?:\/\/\S+$/i.test(cell) ||
  /^www\.\S+\.\S+$/i.test(cell) ||
  /^([a-z0-9-]+\.)+(com|org|net|gov|edu|us|biz|info|io|co|mil|coop|[a-z]{2})(\/\S*)?$/i.test(cell)
const isOnePhone = (cell: string): boolean => {
  if (!/^[+(]?[\d\s().\-/+]+(\s*(x|ext)\.?\s*\d+)?$/i.test(cell)) return false
  const digits = cell.replaceAll(/\D/g, '').length
  return digits >= 7 && digits <= 15
}
/** A telephone number, or several. */
export const isPhone = (cell: string): boolean =>
  cell.length <= longestPhone &&
  (isOnePhone(cell) ||
    (/[,;|/]/.test(cell) && partsOf(cell, /\s*[,;|]\s*|\s*\/\s*(?=[+(\d])/).every(isOnePhone)))
/** Whether a text tells how to reach somebody, among other things. */
export const holdsContact = (cell: string): boolean =>
  /(?<![^\s@,;<(])[^\s@,;<(]+@[^\s@,;>)]+\.[a-z]{2,}/i.test(cell) ||
  /(^|[^\d.-]|\+1[-. ])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\+[1-9]\d{9,13}\b/.test(cell)
/** A phone that its punctuation gives away. */
export const isFormattedPhone = (cell: string): boolean =>
  /^(\+?1[-. ]?)?(\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}\b/.test(cell) || /^\+\d[\d\s().-]{7,17}$/.test(cell)
/** The area code of a telephone number of ten digits, or eleven with the country's 1; undefined when it is none. */
export const areaCodeOf = (cell: string): string | undefined =>
  /^1?([2-9]\d\d)[2-9]\d{6}$/.exec(cell.replace(/\.0+$/, '').replaceAll(/\D/g, ''))?.[1]
/** Ten digits, the first three of which are an area code. */
export function isPlainPhone(cell: string): boolean {
  if (!/^\+?1?\d{10}(\.0+)?$/.test(cell)) return false
  const area = areaCodeOf(cell)
  return area !== undefined && stateOfAreaCode(area) !== undefined
}
export const isZip = (cell: string): boolean => /^-?\d{3,5}(\.0+)?-?$|^\d{5}[- ]?\d{4}$/.test(cell)
export const isFullZip = (cell: string): boolean => /^\d{5}(-?\d{4}|\.0+)?$/.test(cell)
/** Postal codes of other countries and ours in one column. */
export const isPostalCode = (cell: string): boolean => isZip(cell) || /^[A-Z0-9][A-Z0-9 -]{2,9}$/i.test(cell)
export const isStateText = (cell: string): boolean => !/\d/.test(cell) && isPostalState(cell)
export const isUuid = (cell: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(cell)
/** Code-like: no spaces, holds a digit. */
export const isCode = (cell: string): boolean => cell.length <= 40 && /^[\w./#-]*\d[\w./#-]*$/.test(cell)
/** What a cell seems to hold, for telling a header from data. */
export function looksLikeData(cell: string): string | undefined {
  if (isYear(cell)) return undefined
  if (isDate(cell)) return 'date'
  if (isEmail(cell)) return 'email'
  if (/^https?:/i.test(cell)) return 'url'
  if (isFormattedPhone(cell)) return 'phone'
  if (isNumber(cell) || isDecimalComma(cell)) return 'number'
  return isUuid(cell) ? 'uuid' : undefined
}
