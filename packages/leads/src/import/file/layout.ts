import { looksLikeData } from '../cells/cell-kinds.ts'
import { distinctHeaders, headerWords } from '../cells/header-words.ts'

export type Layout = {
  /** Cells of a whole row. */
  readonly width: number
  readonly hasHeader: boolean
  /** The headers that name the columns; `Column 3` where there is none. */
  readonly headers: readonly string[]
  /** Non-blank lines before the first row of data: titles and the header. */
  readonly skipRows: number
  /** Whether rows may leave off their last cells. */
  readonly isRagged: boolean
}

/** Finds where the data starts: after title lines and, if there is one, the header row. */
export function findLayout(rows: readonly (readonly string[])[]): Layout {
  const usual = commonest(rows.map((row) => row.length))
  const full = firstFullRow(rows, usual)
  const odd = oddHeader(rows, full, usual)
  const at = odd ? full - 1 : full
  const width = Math.max(usual, odd?.length ?? 0)
  const top = odd ?? rows[at] ?? []
  const body = bodyBelow(rows, at, usual)
  const hasHeader = odd !== undefined || isHeader(top, body)
  const headers = distinctHeaders(hasHeader ? top : new Array<string>(width).fill(''))
  const first = at + (hasHeader ? 1 : 0)
  const shorter = body.length < rows.length - at - 1 || width > usual ? rows.slice(at + 1) : []
  // A line of one cell is a note of the program that wrote the file, no row that leaves off all others.
  const short = shorter.filter((row) => row.length < width && (row.length > 1 || width < 3)).length
  const long = shorter.filter((row) => row.length > width).length
  return {
    width,
    hasHeader,
    headers,
    skipRows: hasHeader && isRuledLine(rows[first] ?? []) ? first + 1 : first,
    // A few short rows are accidents; a file with many of them leaves empty cells off.
    isRagged: short > rows.length * 0.05 && long <= short * 0.1,
  }
}

/** The first row that is as wide as most, and as filled as the usual ones: titles are neither. */
function firstFullRow(rows: readonly (readonly string[])[], width: number): number {
  const fills = rows.filter((row) => row.length === width).map(filled)
  const usual = fills.toSorted((a, b) => a - b)[fills.length >> 1] ?? 1
  const needed = Math.max(Math.min(2, width), usual / 2)
  const first = rows.slice(0, 30).findIndex((row) => row.length === width && filled(row) >= needed)
  return Math.max(first, 0)
}

const bodyBelow = (rows: readonly (readonly string[])[], at: number, width: number) =>
  rows.slice(at + 1, at + 1001).filter((row) => row.length === width)

/**
 * The header right above the first full row, where it has more cells than the rows, which leave off those at the end,
 * or fewer: then it has no name for the empty cells that end the rows, or for the row names that begin them (as R
 * writes). Undefined when the full row is a header itself, or nothing above it is one.
 */
function oddHeader(
  rows: readonly (readonly string[])[],
  full: number,
  width: number,
): readonly string[] | undefined {
  const above = rows[full - 1]
  if (above === undefined || width < 2 || above.length === width || filled(above) < Math.max(2, width / 2))
    return undefined
  const body = bodyBelow(rows, full - 1, width)
  if (isHeader(rows[full] ?? [], bodyBelow(rows, full, width))) return undefined
  const missing = new Array<string>(Math.max(0, width - above.length)).fill('')
  const isFirstUnnamed = missing.length === 1 && body.some((row) => row.at(-1) !== '')
  const padded = isFirstUnnamed ? [...missing, ...above] : [...above, ...missing]
  return isHeader(padded, body) ? padded : undefined
}

/** The line of dashes that query tools draw below a header. */
const isRuledLine = (row: readonly string[]): boolean =>
  row.some((cell) => cell !== '') && row.every((cell) => /^[-=+_ ]*$/.test(cell))

const filled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length

function commonest(sizes: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

const vocabulary = new Set(
  'name id company business organization address street city town state province county country zip postal postcode phone telephone fax email website url date type category code number description status latitude longitude lat lon title industry employees revenue amount first last contact owner'.split(
    ' ',
  ),
)

/** Whether a row names the columns below it. */
function isHeader(top: readonly string[], body: readonly (readonly string[])[]): boolean {
  const cells = top.filter((cell) => cell !== '')
  if (cells.length === 0) return false
  let isTypedBelow = false
  for (const [column, cell] of top.entries()) {
    const kind = cell === '' ? undefined : looksLikeData(cell)
    const below = body.map((row) => row[column] ?? '').filter((value) => value !== '')
    const alike = below.filter((value) => looksLikeData(value) === (kind ?? 'number')).length
    if (kind !== undefined && (alike >= below.length * 0.5 || below.length === 0)) return false
    if (kind === undefined && cell !== '' && below.some((value) => looksLikeData(value) !== undefined))
      isTypedBelow ||=
        below.filter((value) => looksLikeData(value) !== undefined).length >= below.length * 0.8
  }
  const recurring = recurringBelow(top, body)
  const knownWords = cells.filter(
    (cell) => cell.length <= 60 && headerWords(cell).some((word) => vocabulary.has(word)),
  )
  if (recurring >= Math.max(1, knownWords.length)) return false
  if (knownWords.length >= Math.max(1, cells.length / 4)) return true
  return isTypedBelow || recurring === 0
}

/**
 * The number of columns in which the row's cell is one of the values that recur: a row of data has some (its state, its
 * category), a header hardly any, though a column `Veteran` may hold `Veteran`. Rows that repeat the whole row do not
 * count: joined files repeat their header.
 */
function recurringBelow(top: readonly string[], body: readonly (readonly string[])[]): number {
  const others = body.filter((row) => row.some((cell, column) => cell !== top[column]))
  return top.filter((cell, column) => {
    if (cell === '') return false
    const filledBelow = others.filter((row) => (row[column] ?? '') !== '')
    const times = filledBelow.filter((row) => row[column] === cell).length
    return times > Math.max(1, filledBelow.length * 0.02)
  }).length
}
