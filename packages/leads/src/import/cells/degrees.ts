/**
 * Degrees as people and surveys write them: `44.078`, `44,078`, `44°04'41.5"N`, `44 04 41.5`, `36-03-21.24N`, `433654N`,
 * `35.37°N`, `N 35° 22.5'`. Written once, for us and for the engine: RE2 reads the same patterns.
 */
const number = '[0-9]{1,3}(?:[.,][0-9]+)?'
const part = '(?:[0-5]?[0-9](?:[.,][0-9]+)?|60(?:[.,]0+)?)'
const afterDegrees = '(?: *(?:°|º|˚|deg|d|:) *|[ -])'
const afterMinutes = "(?: *(?:'|′|’|m|:) *|[ -])"
const afterSeconds = `(?: *(?:"|″|”|''|’’|s))?`
const shape = `^([NSEW]?) *([-+]?)(${number})(?:${afterDegrees}(?:(${part})(?:${afterMinutes}(?:(${part})${afterSeconds})?)?)?)? *([NSEW]?)$`
/** Degrees, minutes and seconds without anything between them. */
const packed = '^()([-+]?)([0-9]{2,3})([0-5][0-9])([0-5][0-9](?:[.][0-9]+)?) ?([NSEW])$'

const shapes = [packed, shape].map((pattern) => new RegExp(pattern, 'i'))

const numberOf = (text: string | undefined): number => (text ? Number(text.replace(',', '.')) : 0)

/** The degrees a cell says; not a number where it says none. */
export function degreesOf(cell: string): number {
  if (/^[-+]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/.test(cell)) return numberOf(cell)
  const found = shapes.map((pattern) => pattern.exec(cell)).find((one) => one !== null)
  if (!found) return Number.NaN
  const [, before, sign, degrees, minutes, seconds, after] = found
  const size = numberOf(degrees) + numberOf(minutes) / 60 + numberOf(seconds) / 3600
  return sign === '-' || /[SW]/i.test(`${before}${after}`) ? -size : size
}

/** Whether a cell says degrees otherwise than as a number: the engine reads it only where some do. */
export const isDegreeText = (cell: string): boolean =>
  /[^\d.,+-]|\d-/.test(cell) && !Number.isNaN(degreesOf(cell))

const quoted = (pattern: string): string => `'(?i)${pattern.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** As `degreesOf` for what is not plainly a number -> Float64, not a number where it says none. @param x a text */
export function degreeTextSql(x: string): string {
  const [tight, loose] = [quoted(packed), quoted(shape)]
  const group = (index: number) =>
    `if(match(${x},${tight}),extractGroups(${x},${tight})[${index}],extractGroups(${x},${loose})[${index}])`
  const value = (index: number) => `toFloat64OrZero(replaceAll(${group(index)},',','.'))`
  const isNegative = `${group(2)}='-' OR lower(concat(${group(1)},${group(6)})) IN ('s','w')`
  const size = `${value(3)}+${value(4)}/60+${value(5)}/3600`
  return `if(match(${x},${tight}) OR match(${x},${loose}),if(${isNegative},-1.,1.)*(${size}),nan)`
}
