import { stateSpellings, states } from '../../geography/states.ts'
import { amountShape, bookedShape, creditAmount, currency, units, zeroAmount } from '../cells/amounts.ts'
import { degreeTextSql } from '../cells/degrees.ts'

/** Repairs of single cells as ClickHouse expressions. `x` is an expression of type String, trimmed, '' when blank. */

const quoted = (texts: Iterable<string>): string =>
  [...texts].map((text) => `'${text.replaceAll("'", "''")}'`).join(',')

/**
 * The text of the cells for which `isOdd` holds, '' for all others: as a LowCardinality, so that what is computed from
 * it is computed once per odd text of a block, and hardly at all in a clean column.
 */
export const oddSql = (x: string, isOdd: string): string => `toLowCardinality(if(${isOdd},toString(${x}),''))`

/**
 * `made` for the rows where `isMet` holds, and the blank of its type for all others, which cost next to nothing: it is
 * made of an array that is empty for them. Every text in it has to begin with `none`, an empty text that is the array's
 * element, as the engine makes what does not depend on an element once a row, whatever the array holds.
 */
export const onlyWhere = (isMet: string, made: string): string =>
  `arrayMap(none -> ${made},if(${isMet},[''],[]))[1]`

/** A column of numbers. `x` is the name that its cells have. */
export type NumberCells = {
  readonly x: string
  readonly isDecimalComma: boolean
  /** Some of them say `44°04'41.5"N`. */
  readonly saysDegrees: boolean
}

/** What `numberLayers` makes of the cells `x`. */
export const numberName = (x: string): string => `${x}_number`

/**
 * `$1,234.50`, `(12)`, `1e5`, `$1.2M`, `1,000+`, `1'234.50 CHF`, `1,234.50-` -> Nullable(Float64); never NaN, never
 * infinite, never -0. A cell whose points and commas say something else than the column's is read where only one reading
 * is possible (`12,50` among points), else not at all.
 *
 * Gives expressions with names, `… AS name`, in layers: each may use the names of the layers before. Without names a part
 * that stands in an expression several times is copied, and the engine takes up to a second to analyze the statement.
 */
export function numberLayers(all: readonly NumberCells[]): string[][] {
  if (all.length === 0) return []
  const groups = [...Map.groupBy(all, mendOf).values()]
  const value = ({ x }: NumberCells, group: number, index: number) =>
    `ifNull(${x}_read,odd_numbers${group}[${index + 1}]) AS ${x}_value`
  return [
    all.map((cells) => `toFloat64OrNull(${plainSql(cells)}) AS ${cells.x}_read`),
    groups.map((cells, group) => `${mendedSql(cells)} AS odd_numbers${group}`),
    groups.flatMap((cells, group) => cells.map((one, index) => value(one, group, index))),
    all.map(({ x }) => `if(isFinite(${x}_value),${x}_value+0,NULL) AS ${numberName(x)}`),
  ]
}

/** Columns with the same are mended by the same patterns. */
const mendOf = ({ isDecimalComma, saysDegrees }: NumberCells): string =>
  saysDegrees ? 'degrees' : isDecimalComma ? 'comma' : 'point'

function plainSql({ x, isDecimalComma, saysDegrees }: NumberCells): string {
  if (!isDecimalComma) return x
  const pointed = `replaceAll(${x},',','.')`
  return saysDegrees ? pointed : `if(position(${x},'.')=0,${pointed},'')`
}

/**
 * The numbers of the odd cells of a row, in the order of the columns; an empty array where none is odd. The columns share
 * the patterns, as each is compiled for each block, and a text that is there several times is mended once.
 */
function mendedSql(all: readonly NumberCells[]): string {
  const [{ isDecimalComma, saysDegrees }] = all as [NumberCells]
  const odd = 'toLowCardinality(odd)'
  const mended = saysDegrees
    ? `CAST(round(${degreeTextSql(odd)},7),'Nullable(Float64)')`
    : amountSql(odd, isDecimalComma)
  const cells = all.map(({ x }) => `if(isNull(${x}_read),concat(none,${x}),'')`)
  const isAny = all.map(({ x }) => `isNull(${x}_read) AND ${x}!=''`).join(' OR ')
  return onlyWhere(isAny, `arrayMap(odd -> ${mended},[${cells.join(',')}])`)
}

/** One function of texts after the other, as each is then computed once a text. */
function amountSql(x: string, isDecimalComma: boolean): string {
  const [other, own] = isDecimalComma ? ['[.]', ','] : [',', '.']
  const zeroed = `replaceRegexpOne(${x},${pattern(zeroAmount)},'0')`
  const sure = `replaceRegexpOne(${zeroed},'^([^.,]*[0-9])${other}([0-9]{1,2})([^0-9]*)$','\\1${own}\\2\\3')`
  const amount = `extract(${sure},'(?i)${escaped(amountShape(isDecimalComma))}|(?-i)${escaped(bookedShape(isDecimalComma))}')`
  const signed = `replaceRegexpOne(${amount},'^(.*[(].*|.*-[^0-9]*|.*${creditAmount})$','-\\1')`
  const scaled = units.reduce(
    (text, [unit, zeros]) =>
      `replaceRegexpOne(${text},'(?i)([0-9])\\s*(?:${unit})[.]?[^0-9]*$','\\1${zeros}')`,
    `replaceRegexpAll(${signed},${pattern(currency)},'')`,
  )
  const digits = isDecimalComma ? '0-9,' : '0-9.'
  const bare = `replaceRegexpOne(replaceRegexpAll(${scaled},'[^${digits}eE-]|-$',''),'^--','-')`
  return `toFloat64OrNull(${isDecimalComma ? `replaceAll(${bare},',','.')` : bare})`
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "''")
const pattern = (text: string): string => `'(?i)${escaped(text)}'`

const yes = quoted(['y', 'yes', 'true', 't', '1', 'x'])
const no = quoted(['n', 'no', 'false', 'f', '0'])

/** -> Nullable(Bool). */
export const booleanSql = (x: string): string =>
  `multiIf(lower(${x}) IN (${yes}),toNullable(true),lower(${x}) IN (${no}),toNullable(false),NULL)`

const monthNames = quoted([
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
])

/** Which of two numbers is the month in `3/4/2020`. */
export type DateOrder = 'mdy' | 'dmy'

/**
 * -> Nullable(Date32). ISO, m/d/y or d/m/y with any separator, `30-Oct-09`, `Oct 30, 2009`, 20091030, a year alone (its
 * first day), a quarter among dates, a spreadsheet's number of days, seconds or milliseconds since 1970; times are dropped. Two-digit years are 1970 to 2069.
 */
export function dateSql(x: string, order: DateOrder, hasQuarters = false): string {
  const day = order === 'mdy' ? 2 : 1
  const month = order === 'mdy' ? 1 : 2
  const number = `extractGroups(${x},'^([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{2,4})')`
  const named = `extractGroups(lower(${x}),'^([0-9]{1,2})[- ]([a-z]{3})[a-z]*\\\\.?[- ,]+([0-9]{2,4})')`
  const american = `extractGroups(lower(${x}),'^([a-z]{3})[a-z]*\\\\.? +([0-9]{1,2}),? +([0-9]{4})')`
  const iso = `extractGroups(${x},'^([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})')`
  const at = (groups: string, index: number) => `toUInt16OrZero(${groups}[${index}])`
  const monthOf = (groups: string, index: number) => `indexOf([${monthNames}],${groups}[${index}])`
  return `multiIf(${x}='',NULL,
    ${hasQuarters ? quarterSql(x) : ''}match(${x},'^[0-9]{4}[-/][0-9]'),${checkedDate(at(iso, 1), at(iso, 2), at(iso, 3))},
    match(${x},'^[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}'),${checkedDate(year(at(number, 3)), at(number, month), at(number, day))},
    match(${x},'^[0-9]{1,2}[- ][A-Za-z]'),${checkedDate(year(at(named, 3)), monthOf(named, 2), at(named, 1))},
    match(${x},'^[A-Za-z]{3}'),${checkedDate(at(american, 3), monthOf(american, 1), at(american, 2))},
    match(${x},'^(19|20)[0-9]{6}(\\\\.0|[ T]?[0-9]{4}([0-9]{2})?)?$'),${checkedDate(...packed(x))},
    match(${x},'^(19|20)[0-9]{2}$'),makeDate32(toUInt16OrZero(${x}),1,1),
    match(${x},'^[1-5][0-9]{4}([.][0-9]+)?$'),addDays(toDate32('1970-01-01'),toInt32OrZero(substring(${x},1,5))-25569),
    match(${x},'^(1[0-9]{9}|[1-9][0-9]{8})$'),toDate32(toDateTime64(toInt64OrZero(${x}),0,'UTC')),
    match(${x},'^(1[0-9]{12}|[1-9][0-9]{11})$'),toDate32(toDateTime64(intDiv(toInt64OrZero(${x}),1000),0,'UTC')),
    NULL)`
}

/** The first day of `2012Q4`, `2012-Q4`, `Q4 2012`, as a condition and what it gives. */
function quarterSql(x: string): string {
  const numberOf = (pattern: string) => `toUInt16OrZero(extract(${x},'(?i)${pattern}'))`
  const first = `makeDate32(${numberOf('([0-9]{4})')},${numberOf('Q([1-4])')}*3-2,1)`
  return `match(${x},'(?i)^([0-9]{4}[- ]?Q[1-4]|Q[1-4][- ]?[0-9]{4})$'),${first},`
}

const packed = (x: string): [string, string, string] => {
  const part = (from: number, length: number) => `toUInt16OrZero(substring(${x},${from},${length}))`
  return [part(1, 4), part(5, 2), part(7, 2)]
}

const year = (value: string): string =>
  `multiIf(${value}<70,${value}+2000,${value}<100,${value}+1900,${value})`

/** makeDate32 rolls 31 February over to March; a date that does not exist is none. Date32 holds 1900 to 2299. */
function checkedDate(y: string, m: string, d: string): string {
  const made = `makeDate32(${y},${m},${d})`
  return `if(${y}>=1900 AND ${y}<2300 AND toMonth(${made})=${m} AND toDayOfMonth(${made})=${d},${made},NULL)`
}

const stateKeySql = (x: string): string => `replaceRegexpAll(lower(${x}),'[^a-z]','')`

/** A state's code from its code, name or abbreviation; '' when it is not a state of ours. */
export const stateSql = (x: string): string =>
  `transform(${stateKeySql(x)},[${quoted(stateSpellings.keys())}],[${quoted(stateSpellings.values())}],'')`

/** Names for the arrays of `namedStateSql`, for the SELECT that uses it: written once, not in every column. */
export const stateNames = `[${quoted(stateSpellings.keys())}] AS state_keys, [${quoted(stateSpellings.values())}] AS state_codes`

/** As `stateSql`, with `stateNames`. */
export const namedStateSql = (x: string): string => `transform(${stateKeySql(x)},state_keys,state_codes,'')`

/** The code of the state that a county's FIPS code begins with; '' when there is none. */
export const stateOfFipsSql = (fips: string): string =>
  `transform(substring(${fips},1,2),[${quoted(states.map((state) => state.fips))}],[${quoted(states.map(({ code }) => code))}],'')`

/** The code of the state that has this number, which may have lost its zero; '' when there is none. */
export const stateOfNumberSql = (x: string): string =>
  stateOfFipsSql(`leftPad(replaceRegexpOne(${x},'[.]0+$',''),2,'0')`)

/** The number of a state from its code; '' when it has none. */
export const fipsOfStateSql = (code: string): string =>
  `transform(${code},[${quoted(states.map((state) => state.code))}],[${quoted(states.map(({ fips }) => fips))}],'')`

/** Its position in `states`, as `near` of the ZIPs counts them; 0 when it is not a state of ours. */
export function stateNumberSql(x: string): string {
  const numbers = [...stateSpellings.values()].map((code) => states.findIndex((state) => state.code === code))
  return `transform(${stateKeySql(x)},[${quoted(stateSpellings.keys())}],[${numbers}],0)`
}

/**
 * Five digits out of `02138`, `02138-1234`, `021381234`, `2138` and `2138.0` (zeros lost on the way), `55044-`, `-97070`;
 * else ''. Numbers below 00501 are no ZIPs.
 */
export function zipSql(x: string): string {
  const odd = `toLowCardinality(concat(none,toString(${x})))`
  const bare = `replaceRegexpOne(trim(BOTH '-' FROM ${odd}),'\\\\.0+$','')`
  const five = `multiIf(match(${bare},'^[0-9]{5}$'),${bare},
    match(${bare},'^[0-9]{5}[- ]'),substring(${bare},1,5),
    match(${bare},'^[0-9]{9}$'),substring(${bare},1,5),
    match(${bare},'^[0-9]{8}$'),concat('0',substring(${bare},1,4)),
    match(${bare},'^[0-9]{3,4}$'),leftPad(${bare},5,'0'),'')`
  const mended = onlyWhere(`NOT ${isFullZip(x)}`, `if(${five}<'00501','',toString(${five}))`)
  return `if(${isFullZip(x)},toString(${x}),${mended})`
}

const isFullZip = (x: string): string => `(match(${x},'^[0-9]{5}$') AND ${x}>='00501')`

/** Whether `zipSql` had to put zeros in front. */
export const zipPaddedSql = (x: string): string =>
  `match(${oddSql(x, `NOT ${isFullZip(x)}`)},'^[0-9]{3,4}(\\\\.0+)?$|^[0-9]{8}$')`

/** As `countyKey` of the geography. */
export function countyKeySql(x: string): string {
  const ascii = `translateUTF8(lowerUTF8(${x}),'áàâäãéèêëíìîïóòôöõúùûüñç','aaaaaeeeeiiiiooooouuuunc')`
  const plain = `trim(BOTH ' ' FROM replaceRegexpAll(replaceRegexpAll(${ascii},'[\\'’]',''),'[^a-z0-9]+',' '))`
  const bare = `replaceRegexpOne(${plain},' (county|co|parish|borough|census area|municipality|municipio|city and borough|island)$','')`
  return `replaceAll(replaceRegexpAll(${bare},'\\\\bsaint(e?)\\\\b','st\\\\1'),' ','')`
}

const unitedStates = [
  'us',
  'usa',
  'unitedstates',
  'unitedstatesofamerica',
  'america',
  'theunitedstates',
  'eeuu',
  'estadosunidos',
  'estadosunidosdeamerica',
  'etatsunis',
  // Letters with accents are left out.
  'tatsunis',
  'vereinigtestaaten',
  'vereinigtestaatenvonamerika',
  'puertorico',
  'guam',
  'americansamoa',
  'usvirginislands',
  'virginislandsus',
  'northernmarianaislands',
  '840',
  'pr',
  'gu',
  'vi',
  'mp',
]

/** Whether a country cell is the United States, or blank. */
export const isHomeSql = (x: string): string =>
  `(${x}='' OR replaceRegexpAll(lower(${x}),'[^a-z0-9]','') IN (${quoted(unitedStates)}))`

/** In the box of the states and territories: Alaska's far islands and Guam lie beyond 180 degrees. */
export const isOursSql = (lat: string, lon: string): string =>
  `((${lat} BETWEEN 17. AND 72. AND ${lon} BETWEEN -180. AND -64.) OR (${lat} BETWEEN 51. AND 54. AND ${lon} BETWEEN 172. AND 180.) OR (${lat} BETWEEN 13. AND 21. AND ${lon} BETWEEN 144. AND 147.) OR (${lat} BETWEEN -15. AND -10. AND ${lon} BETWEEN -172. AND -168.))`
