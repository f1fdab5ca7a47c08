import { stateOfCounty } from '../../geography/counties.ts'
import { findZip } from '../../geography/zip-places.ts'
import type { ColumnKind } from '../../schema.ts'
import * as amount from '../cells/amounts.ts'
import * as cell from '../cells/cell-kinds.ts'
import { endsInState } from '../place-evidence/address-text.ts'
import { namesCounty, namesState } from '../place-evidence/fips-numbers.ts'
import type { Evidence } from './column-evidence.ts'
import * as words from './kind-words.ts'

type Rule = readonly [ColumnKind, (column: Evidence) => boolean]

const isFips = (value: string): boolean => /^\d{4,5}(\.0)?$/.test(value) && stateOfCounty(value) !== undefined
const isKnownZip = (value: string): boolean =>
  /^\d{5}(-\d{4})?$/.test(value) && findZip(value.slice(0, 5)) !== undefined
const isAnyDate = (value: string): boolean =>
  cell.isDate(value) || cell.isYear(value) || cell.isQuarter(value)
const isTextual = (value: string): boolean => !amount.isNumber(value)
const isZeroOrOne = (value: string): boolean => value === '0' || value === '1'
const isLongText = (value: string): boolean => value.length > 80
const never = new Set(['of', 'employees', 'count'])

const isAnyNumber = (value: string): boolean => amount.isNumber(value) || amount.isDecimalComma(value)

/** Names of places, not codes, counts or yes and no. */
const isNameOf = (c: Evidence): boolean =>
  !c.says('code', 'id', 'fips', 'number', 'no', 'count', 'type', 'population', 'council', 'limits') &&
  c.share(isTextual) >= 0.9 &&
  c.share(isLongText) < 0.05 &&
  !isBooleanColumn(c)

function isZipColumn(c: Evidence): boolean {
  if (c.isUnnamed) return c.share(isKnownZip) >= 0.9 && c.distinct > 3 && c.distinct < c.values.length
  if (!c.says(...words.zipWords) || c.says('type')) return false
  if (c.says('address', 'city') && !/\b(zip|postal|post) ?code$/.test(c.words.join(' '))) return false
  // The four digits of ZIP+4 in their own column.
  if (c.says('4', 'plus', 'ext', 'extension', 'suffix', 'four') && c.share(cell.isFullZip) < 0.3) return false
  return c.share(cell.isZip) >= 0.3 && c.share(cell.isPostalCode) >= 0.8
}

function isStateColumn(c: Evidence): boolean {
  if (c.says('code', 'fips', 'id') && c.share(isTextual) < 0.9) return false
  if (c.says(...words.stateWords)) return c.share(cell.isStateText) >= 0.3 && c.longest <= 60
  return c.isUnnamed && c.values.length >= 3 && c.share(cell.isStateText) >= 0.97
}

function isPhoneColumn(c: Evidence): boolean {
  if (c.share(cell.isFormattedPhone) >= 0.8) return true
  if (c.says(...words.phoneWords) || /phone$/i.test(c.header)) return c.share(isPhoneText) >= 0.5
  // One in three numbers of ten random digits would pass; ids that count up row by row are not phones.
  return (
    c.distinct >= 12 &&
    c.share(cell.isPlainPhone) >= 0.9 &&
    !c.says(...words.digitWords) &&
    !isCountedUp(c.values.slice(0, 200))
  )
}

/** What a spreadsheet made of a number keeps its column one of phones: `6.17E+09` is nobody's amount. */
const isPhoneText = (value: string): boolean => cell.isPhone(value) || cell.isShortened(value)

const isCountedUp = (values: readonly string[]): boolean =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? ''))

/** The engine's dates begin in 1900. */
const isTooOld = (value: string): boolean =>
  !cell.isPackedDate(value) && /^1[0-8]\d\d\b|[/. -]1[0-8]\d\d\b/.test(value)

function isDateColumn(c: Evidence): boolean {
  // Founding days of old systems stay as text, so that they are not lost.
  if (c.share(isTooOld) > 0.01) return false
  if (c.share(cell.isDate) >= 0.8) return true
  if (c.isUnnamed && c.distinct >= 8 && c.share(cell.isPackedDate) >= 0.98) return true
  if (!c.says(...words.dateWords)) return false
  if (c.share(cell.isPackedDate) >= 0.9 || c.share(cell.isEpoch) >= 0.9) return true
  if (c.says('date', 'dob', 'birthday', 'birthdate') && c.share(cell.isSheetDay) >= 0.9) return true
  return c.share(cell.isDate) >= 0.3 && c.share(isAnyDate) >= 0.8
}

function isBooleanColumn(c: Evidence): boolean {
  // North is no no.
  if (c.says('direction', 'dir', 'hemisphere', 'predir', 'postdir')) return false
  if (c.distinct <= 2 && c.share(isZeroOrOne) === 1)
    return c.says('is', 'has', 'flag', 'ind', 'indicator', 'yn', 'accepts', 'offers')
  return c.distinct <= 6 && c.share(cell.isBoolean) >= 0.98
}

function isIdColumn(c: Evidence): boolean {
  const isUnique = c.distinct >= c.values.length * 0.99 && c.values.length >= c.rows * 0.9
  if (!isUnique || counts(c) || c.says('street', 'system', 'unit', 'suite')) return false
  if (c.share(cell.isUuid) >= 0.95) return true
  if (c.share(cell.isCode) < 0.95) return false
  return (
    c.says(...words.idWords) ||
    isNumberOf(c) ||
    /id$/i.test(c.header) ||
    (c.isUnnamed && c.share(cell.isInteger) === 1)
  )
}

/** Digits that name something: nobody adds them. */
function isCodeColumn(c: Evidence): boolean {
  if (counts(c) || c.share(cell.isCode) < 0.9) return false
  if (c.share(cell.hasLeadingZero) >= 0.02 && c.share(cell.isInteger) >= 0.5) return true
  const isNamed =
    c.says(...words.codeWords) || isRegister(c) || isNumberOf(c) || /[a-z]id$|ID$/.test(c.header)
  // Classifications have dots: `541.51`.
  return isNamed && (c.says('naics', 'sic', 'isic', 'nace') || !c.share(hasFraction))
}

/** `39` in a column of states, `35` in one of counties: which one it is, not how many. */
const isPlaceNumber = (c: Evidence): boolean =>
  (namesState(c.header) || namesCounty(c.header)) && c.share(isShortNumber) >= 0.95
const isShortNumber = (value: string): boolean => /^\d{1,3}(\.0+)?$/.test(value)

/** The header's words without what only tells several such columns apart: `License Number_1`. */
const mainWords = (c: Evidence): readonly string[] => c.words.filter((word) => !/^\d+$/.test(word))

/** `Number of Rooms`, `# Beds`, `nr_in_estab`: how many there are. */
const counts = (c: Evidence): boolean =>
  c.words.some((word) => never.has(word)) ||
  (mainWords(c).length > 1 && words.numberWords.includes(mainWords(c)[0] ?? ''))

/** `Permit No`, `FDIC Number`: which one it is. The number of a door is part of an address. */
const isNumberOf = (c: Evidence): boolean =>
  words.numberWords.includes(mainWords(c).at(-1) ?? '') && !c.says(...words.doorWords)

const isRegister = (c: Evidence): boolean =>
  c.says(...words.registerWords) && !c.says(...words.moneyWords, ...words.amountWords)

const hasFraction = (value: string): boolean => /\.\d*[1-9]/.test(value)

const isMoneyColumn = (c: Evidence): boolean =>
  // Ranges such as `$1M-$5M` are names of sizes: most cells must be amounts.
  (c.share(amount.isMoney) >= 0.5 && c.share(isAnySize) >= 0.85) ||
  (c.says(...words.moneyWords) && !c.says(...words.noMoneyWords) && c.share(isAnySize) >= 0.85)

const isAnySize = (value: string): boolean => isAnyNumber(value) || amount.isSize(value)

function isCategoryColumn(c: Evidence): boolean {
  if (c.longest > 200 || c.share(isLongText) > 0.2) return false
  const { distinct, values } = c
  return (
    distinct <= 2000 &&
    (distinct <= values.length * 0.2 || (distinct <= 50 && distinct <= values.length * 0.5))
  )
}

/** Long numbers of one length that hardly recur name something: amounts differ in length. */
const isLongNumber = (value: string): boolean => /^[1-9]\d{7,}$/.test(value)
const isNumberOfOneLength = (c: Evidence): boolean =>
  c.share(isLongNumber) >= 0.99 &&
  new Set(c.values.map((value) => value.length)).size === 1 &&
  c.distinct >= Math.max(12, c.values.length * 0.5) &&
  !c.says(...words.moneyWords, ...words.amountWords, ...words.dateWords, 'x', 'y', 'lat', 'lon')

/** Names of cities, not `Boston, MA 02108`. */
const isCityColumn = (c: Evidence): boolean =>
  c.says(...words.cityWords) && !c.says('state', 'zip') && isNameOf(c) && c.share(endsInState) < 0.5

/** Numbers with blanks in them that all have as many digits are names of something: `552 100 554`. */
const isSpacedName = (c: Evidence): boolean =>
  c.share(amount.isSpaced) >= 0.5 && new Set(c.values.map((value) => value.length)).size === 1

const isNumberColumn = (c: Evidence): boolean =>
  (c.share(isAnyNumber) >= 0.85 && !isSpacedName(c)) ||
  (c.says(...words.sizeWords) && c.share(isAnySize) >= 0.85)

/** What only tells several ways to reach somebody apart, behind the word that says which: `Email - Work`. */
const waysWords = ['address', 'work', 'home', 'personal', 'business', 'other', 'main', 'direct', 'value']

/** Whether the header's last word, besides such ones, is one of the words: `Email Address`, `Fax No`, `Phone - Home`. */
function endsWith(c: Evidence, some: readonly string[]): boolean {
  const rest = mainWords(c).filter((word) => !waysWords.includes(word) && !words.numberWords.includes(word))
  return some.includes(rest.at(-1) ?? '')
}

/** In order of how sure each is; the first that holds decides. */
const rules: readonly Rule[] = [
  // A column that is empty today may be filled tomorrow: what reaches somebody is masked from the beginning.
  ['email', (c) => c.values.length === 0 && endsWith(c, words.emailWords)],
  ['phone', (c) => c.values.length === 0 && endsWith(c, words.phoneWords)],
  ['text', ({ values }) => values.length === 0],
  ['email', (c) => c.share(cell.isEmail) >= (c.says(...words.emailWords) ? 0.5 : 0.7)],
  ['url', (c) => c.share(cell.isUrl) >= (c.says('url', 'website', 'web', 'homepage', 'site') ? 0.5 : 0.6)],
  ['county', (c) => c.says('fips', 'county', 'geoid') && c.share(isFips) >= (c.says('state') ? 0.95 : 0.8)],
  ['zip', isZipColumn],
  ['state', isStateColumn],
  ['county', (c) => c.says('county', 'parish') && isNameOf(c)],
  ['city', isCityColumn],
  ['phone', isPhoneColumn],
  ['date', isDateColumn],
  ['boolean', isBooleanColumn],
  ['id', isIdColumn],
  ['category', isPlaceNumber],
  ['category', (c) => isCodeColumn(c) && c.distinct <= Math.max(20, c.values.length * 0.5)],
  ['id', isCodeColumn],
  ['money', isMoneyColumn],
  ['id', isNumberOfOneLength],
  ['number', isNumberColumn],
  ['category', isCategoryColumn],
]

/**
 * The kind a column's header and cells speak for, other than `refused`; `lat` and `lon` are decided in pairs by
 * `coordinateColumns`.
 */
export const kindOf = (column: Evidence, refused?: ColumnKind): ColumnKind =>
  rules.find(([kind, holds]) => kind !== refused && holds(column))?.[0] ?? 'text'
