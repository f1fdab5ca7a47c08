import { findCounty } from '../../geography/counties.ts'
import { findZip } from '../../geography/zip-places.ts'
import type { ColumnKind } from '../../schema.ts'
import * as cell from '../cells/cell-kinds.ts'
import type { Evidence } from './column-evidence.ts'

type Rule = readonly [ColumnKind, (column: Evidence) => boolean]

const isFips = (value: string): boolean => /^\d{4,5}(\.0)?$/.test(value) && findCounty(value) !== undefined
const isKnownZip = (value: string): boolean =>
  /^\d{5}(-\d{4})?$/.test(value) && findZip(value.slice(0, 5)) !== undefined
const isAnyDate = (value: string): boolean => cell.isDate(value) || cell.isYear(value)
const isTextual = (value: string): boolean => !cell.isNumber(value)
const isZeroOrOne = (value: string): boolean => value === '0' || value === '1'
const isLongText = (value: string): boolean => value.length > 80
const never = new Set(['of', 'employees', 'count'])

const isAnyNumber = (value: string): boolean => cell.isNumber(value) || cell.isDecimalComma(value)

/** Names of places, not codes, counts or yes and no. */
const isNameOf = (c: Evidence): boolean =>
  !c.says('code', 'id', 'fips', 'number', 'no', 'count', 'type', 'population', 'council', 'limits') &&
  c.share(isTextual) >= 0.9 &&
  c.share(isLongText) < 0.05 &&
  !isBooleanColumn(c)

function isZipColumn(c: Evidence): boolean {
  if (c.isUnnamed) return c.share(isKnownZip) >= 0.9 && c.distinct > 3 && c.distinct < c.values.length
  if (!c.says('zip', 'postal', 'postcode', 'zcta', 'zipcode', 'plz') || c.says('address', 'city', 'type'))
    return false
  // The four digits of ZIP+4 in their own column.
  if (c.says('4', 'plus', 'ext', 'extension', 'suffix', 'four') && c.share(cell.isFullZip) < 0.3) return false
  return c.share(cell.isZip) >= 0.3 && c.share(cell.isPostalCode) >= 0.8
}

function isStateColumn(c: Evidence): boolean {
  if (c.says('code', 'fips', 'id') && c.share(isTextual) < 0.9) return false
  if (c.says('state', 'province', 'st', 'usps')) return c.share(cell.isStateText) >= 0.3 && c.longest <= 60
  return c.isUnnamed && c.values.length >= 3 && c.share(cell.isStateText) >= 0.97
}

function isPhoneColumn(c: Evidence): boolean {
  if (c.says('phone', 'tel', 'telephone', 'fax', 'mobile', 'cell', 'cellphone', 'hotline'))
    return c.share(cell.isPhone) >= 0.5
  if (c.share(cell.isFormattedPhone) >= 0.8) return true
  // One in three numbers of ten random digits would pass; ids that count up row by row are not phones.
  return (
    c.distinct >= 12 &&
    c.share(cell.isPlainPhone) >= 0.9 &&
    !c.says(...digitWords) &&
    !isCountedUp(c.values.slice(0, 200))
  )
}

/** Words for numbers that nobody calls. */
const digitWords = [
  ...['id', 'ein', 'npi', 'duns', 'uei', 'cert', 'certificate', 'license', 'licence', 'permit', 'account'],
  ...['parcel', 'apn', 'key', 'code', 'ccn', 'registration', 'amount', 'employees', 'revenue', 'sales'],
]

const isCountedUp = (values: readonly string[]): boolean =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? ''))

const dateWords = [
  'date',
  'time',
  'datetime',
  'timestamp',
  'day',
  'updated',
  'created',
  'opened',
  'closed',
  'modified',
  'at',
  'on',
  'since',
  'start',
  'end',
  'expiration',
  'expires',
  'issued',
  'approved',
  'dob',
]

/** The engine's dates begin in 1900. */
const isTooOld = (value: string): boolean => /^1[0-8]\d\d\b|[/. -]1[0-8]\d\d\b/.test(value)

function isDateColumn(c: Evidence): boolean {
  // Founding days of old systems stay as text, so that they are not lost.
  if (c.share(isTooOld) > 0.01) return false
  if (c.share(cell.isDate) >= 0.8) return true
  if (!c.says(...dateWords)) return false
  if (c.share(cell.isPackedDate) >= 0.9 || c.share(cell.isEpoch) >= 0.9) return true
  return c.share(cell.isDate) >= 0.3 && c.share(isAnyDate) >= 0.8
}

function isBooleanColumn(c: Evidence): boolean {
  if (c.distinct <= 2 && c.share(isZeroOrOne) === 1)
    return c.says('is', 'has', 'flag', 'ind', 'indicator', 'yn', 'accepts', 'offers')
  return c.distinct <= 6 && c.share(cell.isBoolean) >= 0.98
}

const idWords = [
  'id',
  'uuid',
  'guid',
  'ein',
  'npi',
  'duns',
  'uei',
  'cert',
  'certificate',
  'license',
  'licence',
  'permit',
  'account',
  'number',
  'no',
  'num',
  '#',
  'key',
  'identifier',
  'ccn',
  'code',
  'registration',
]

function isIdColumn(c: Evidence): boolean {
  const isUnique = c.distinct >= c.values.length * 0.99 && c.values.length >= c.rows * 0.9
  if (!isUnique || c.words.some((word) => never.has(word)) || c.says('street', 'system', 'unit', 'suite'))
    return false
  if (c.share(cell.isUuid) >= 0.95) return true
  if (c.share(cell.isCode) < 0.95) return false
  return c.says(...idWords) || /id$/i.test(c.header) || (c.isUnnamed && c.share(cell.isInteger) === 1)
}

const codeWords = [
  'naics',
  'sic',
  'fips',
  'code',
  'cbsa',
  'msa',
  'zcta',
  'tract',
  'district',
  'id',
  'ein',
  'npi',
  'duns',
  'cert',
  'ccn',
  'geoid',
  'isic',
  'scian',
  'nace',
]

/** Digits that name something: nobody adds them. */
function isCodeColumn(c: Evidence): boolean {
  if (c.words.some((word) => never.has(word)) || c.share(cell.isCode) < 0.9) return false
  if (c.share(cell.hasLeadingZero) >= 0.02 && c.share(cell.isInteger) >= 0.5) return true
  return (c.says(...codeWords) || /[a-z]id$|ID$/.test(c.header)) && !c.share(hasFraction)
}

const hasFraction = (value: string): boolean => /\.\d*[1-9]/.test(value)

const moneyWords = [
  'revenue',
  'sales',
  'amount',
  'amt',
  'price',
  'cost',
  'salary',
  'income',
  'payroll',
  'budget',
  'fee',
  'fees',
  'usd',
  'dollars',
  'value',
  'assets',
  'deposits',
  'wage',
  'wages',
  'balance',
  'payment',
  'turnover',
  'funding',
  'donation',
  'grant',
  'tax',
  'rent',
  'capital',
]

const isMoneyColumn = (c: Evidence): boolean =>
  c.share(cell.isMoney) >= 0.5 ||
  (c.says(...moneyWords) && !c.says('count', 'percent', 'pct', 'rate') && c.share(isAnyNumber) >= 0.85)

function isCategoryColumn(c: Evidence): boolean {
  if (c.longest > 200 || c.share(isLongText) > 0.2) return false
  const { distinct, values } = c
  return (
    distinct <= 2000 &&
    (distinct <= values.length * 0.2 || (distinct <= 50 && distinct <= values.length * 0.5))
  )
}

/** In order of how sure each is; the first that holds decides. */
const rules: readonly Rule[] = [
  ['text', ({ values }) => values.length === 0],
  ['email', (c) => c.share(cell.isEmail) >= (c.says('email', 'mail') ? 0.5 : 0.7)],
  ['url', (c) => c.share(cell.isUrl) >= (c.says('url', 'website', 'web', 'homepage', 'site') ? 0.5 : 0.6)],
  ['county', (c) => c.says('fips', 'county', 'geoid') && !c.says('state') && c.share(isFips) >= 0.8],
  ['zip', isZipColumn],
  ['state', isStateColumn],
  ['county', (c) => c.says('county', 'parish') && isNameOf(c)],
  ['city', (c) => c.says('city', 'town', 'municipality', 'locality', 'village') && isNameOf(c)],
  ['phone', isPhoneColumn],
  ['date', isDateColumn],
  ['boolean', isBooleanColumn],
  ['id', isIdColumn],
  ['category', (c) => isCodeColumn(c) && c.distinct <= Math.max(20, c.values.length * 0.5)],
  ['id', isCodeColumn],
  ['money', isMoneyColumn],
  ['number', (c) => c.share(isAnyNumber) >= 0.85],
  ['category', isCategoryColumn],
]

/**
 * The kind a column's header and cells speak for, other than `refused`; `lat` and `lon` are decided in pairs by
 * `coordinateColumns`.
 */
export const kindOf = (column: Evidence, refused?: ColumnKind): ColumnKind =>
  rules.find(([kind, holds]) => kind !== refused && holds(column))?.[0] ?? 'text'
