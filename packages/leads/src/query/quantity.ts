/** Numbers and dates as people write them in a query: pure rules shared by the parser and both evaluators. */

const suffixes: Record<string, number> = { k: 3, m: 6, b: 9 }
const numberShape = /^([+-]?)\$?(\d{1,18})(?:\.(\d{1,20}))?([kmb]?)$/i

/**
 * Reads `50`, `-1.5`, `$1200`, `50k`, `1.5M`, `2B`; gives plain decimal text (`1500000`), or undefined.
 * Works on the digits, so no number is changed by binary fractions.
 */
function plainNumber(text: string): string | undefined {
  const parts = numberShape.exec(text)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = '', suffix = ''] = parts
  const shift = suffixes[suffix.toLowerCase()] ?? 0
  if (shift === 0) return `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
  const moved = fraction.padEnd(shift, '0')
  const digits = `${whole}${moved.slice(0, shift)}`.replace(/^0+(?=\d)/, '')
  const rest = moved.slice(shift)
  return `${sign === '-' ? '-' : ''}${digits}${rest === '' ? '' : `.${rest}`}`
}

/** The value of `plainNumber`'s text, or undefined when it is none. */
export function toNumber(text: string): number | undefined {
  const plain = plainNumber(text)
  return plain === undefined ? undefined : Number(plain)
}

const dateShape = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/

/** The first and last day (YYYY-MM-DD) of a year, a month or a day; undefined when it is not a date. */
export function dateSpan(text: string): { first: string; last: string } | undefined {
  const parts = dateShape.exec(text)
  if (!parts) return undefined
  const [, year = '', month, day] = parts
  // The engine's Date32 holds 1900 to 2299.
  if (Number(year) < 1900 || Number(year) > 2299) return undefined
  if (month === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` }
  if (Number(month) < 1 || Number(month) > 12) return undefined
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (day === undefined) return { first: `${year}-${month}-01`, last: `${year}-${month}-${days}` }
  if (Number(day) < 1 || Number(day) > days) return undefined
  return { first: text, last: text }
}

/** Whether a text can be the bound of a range; its canonical form or undefined. */
export function plainBound(text: string): string | undefined {
  return dateShape.test(text) ? text : plainNumber(text)
}

/** `true yes y 1` and `false no n 0`, any case. */
export function toBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (['true', 'yes', 'y', '1'].includes(word)) return true
  return ['false', 'no', 'n', '0'].includes(word) ? false : undefined
}

/** Plain decimal text of a finite number, never with an exponent. */
export function decimal(value: number, places: number): string {
  const text = value.toFixed(places)
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}
