/*
 * Spreadsheets run a cell that starts with = + - or @, also in full width, after blanks or quotes. Such a cell gets an
 * apostrophe in front, unless the whole cell is a number or a phone number. The rule and its inverse:
 * docs/decisions/005-spreadsheet-safe-cells.md.
 */
type Range = readonly [first: number, last: number]

/** Controls and blanks, quotes of all sorts, and characters without width: what a spreadsheet may skip. */
const skipped: readonly Range[] = [
  [0x00, 0x20],
  [0x22, 0x22],
  [0x27, 0x27],
  [0x60, 0x60],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x1680, 0x1680],
  [0x180e, 0x180e],
  [0x2000, 0x200f],
  [0x2018, 0x201f],
  [0x2028, 0x202f],
  [0x205f, 0x2064],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
  [0xff02, 0xff02],
  [0xff07, 0xff07],
]

/** = + - @, their small and full-width forms and the minus sign. */
const starting: readonly Range[] = [
  [0x2b, 0x2b],
  [0x2d, 0x2d],
  [0x3d, 0x3d],
  [0x40, 0x40],
  [0x2212, 0x2212],
  [0xfe62, 0xfe63],
  [0xfe66, 0xfe66],
  [0xfe6b, 0xfe6b],
  [0xff0b, 0xff0b],
  [0xff0d, 0xff0d],
  [0xff1d, 0xff1d],
  [0xff20, 0xff20],
]

/** A tab or line end anywhere before the first visible character may split the cell in a careless reader. */
const runnableOf = (point: (code: number) => string): string => {
  const set = (ranges: readonly Range[]) =>
    ranges.map(([a, b]) => (a === b ? point(a) : `${point(a)}-${point(b)}`)).join('')
  return `^[${set(skipped)}]*[${point(0x09)}${point(0x0a)}${point(0x0d)}${set(starting)}]`
}

/** First bytes, in UTF-8, of every cell that may be runnable, and of the empty one, which some engines read as 0. */
export const suspectBytes: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte).filter(
  (byte) => byte >= 0x80 || [...skipped, ...starting].some(([first, last]) => byte >= first && byte <= last),
)

const number = '[+\\-]?[$]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:[.][0-9]+)?(?:[eE][+\\-]?[0-9]{1,3})?%?'
const fraction = '[+\\-]?[$]?[.][0-9]+%?'
const dashes = '-+'
const phone = '[+](?:[ .()\\-]{0,2}[0-9]){7,15}(?: ?(?:x|ext[.]?) ?[0-9]{1,6})?'

/** For RE2, as ClickHouse's match() reads it. */
export const runnablePattern = runnableOf((code) => `\\x{${code.toString(16)}}`)
/** Whole cells that may start like a formula but are none. The same text for RE2 and JavaScript. */
export const plainPattern = `^(?:${number}|${fraction}|${dashes}|${phone})$`

const runnable = new RegExp(
  runnableOf((code) => `\\u{${code.toString(16)}}`),
  'u',
)
const plain = new RegExp(plainPattern, 'u')

/** Whether a spreadsheet that opens the cell from a CSV file might run it. */
export const isRunnable = (cell: string): boolean => runnable.test(cell) && !plain.test(cell)

/** The cell as it is written to a CSV file. */
export const toSafeCell = (cell: string): string => (isRunnable(cell) ? `'${cell}` : cell)

/** The inverse of `toSafeCell`: exact, because a quote in front never makes a runnable cell harmless. */
export const fromSafeCell = (cell: string): string =>
  cell.startsWith("'") && isRunnable(cell.slice(1)) ? cell.slice(1) : cell
