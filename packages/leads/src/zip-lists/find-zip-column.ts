import { setImmediate as nextTurn } from 'node:timers/promises'
import { findZip } from '../geography/zip-places.ts'
import { headerWords } from '../import/cells/header-words.ts'

const zipWords = new Set('zip zips zipcode zipcodes postal postalcode postcode zcta'.split(' '))
const separators = ['\t', ';', '|', ','] as const

/** Lines read in one turn of the event loop. */
const LINES_A_TURN = 500
/** Lines that may stand before a table: a title, a date, who made it. */
const PREFACE = 10
/** Rows that tell what a column holds. */
const SAMPLE = 100
/** Rows that are a table though nothing above them says so. */
const ROWS_AT_LEAST = 3
/** No row is longer, and none has more columns: what is looked at in one turn stays little. */
const LONGEST_LINE = 20_000
const MOST_COLUMNS = 200

/** The cells of a line; undefined where a quote is left open, as where cells have line ends, or where it has no end. */
function cellsOf(line: string, separator: string): string[] | undefined {
  if (line.length > LONGEST_LINE) return undefined
  if (!line.includes('"')) return line.split(separator)
  const cells: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === separator && !isQuoted) {
      cells.push(line.slice(from, at))
      from = at + 1
    }
  }
  return isQuoted ? undefined : [...cells, line.slice(from)]
}

/** A ZIP code that there is, also with its zeros lost. Nine digits may be anything. */
function isZip(word: string): boolean {
  const digits = /^(\d{3,5})(?:-\d{4}|\.0+)?$/.exec(word)?.[1]
  return digits !== undefined && findZip(digits.padStart(5, '0')) !== undefined
}

/** Whether a cell says ZIP codes and no other number: `02138`, `77001 77002`, `ZCTA5 02138`. */
function saysZips(cell: string): boolean {
  const words = cell.split(/[\s",;|]+/).filter((word) => /^[\d.-]*\d[\d.-]*$/.test(word))
  return words.length > 0 && words.every(isZip)
}

type Table = {
  readonly separator: string
  readonly width: number
  readonly hasHeader: boolean
  /** The lines below the header. */
  readonly lines: readonly string[]
  /** Columns that are called ZIP; none in a table that says so by its rows alone. */
  readonly named: readonly number[]
}

const isZipHeader = (header: string): boolean => headerWords(header).some((word) => zipWords.has(word))

/** The table below the first line that names a column of ZIP codes, or that begins with the first line. */
function findTable(lines: readonly string[]): Table | undefined {
  for (const [at, line] of lines.slice(0, PREFACE).entries())
    for (const separator of separators) {
      const headers = cellsOf(line, separator) ?? []
      const named = headers.flatMap((header, column) => (isZipHeader(header) ? [column] : []))
      if (headers.length > 1 && named.length > 0 && !headers.some(saysZips))
        return { separator, width: headers.length, hasHeader: true, lines: lines.slice(at + 1), named }
    }
  const [head = '', ...below] = lines
  for (const separator of separators) {
    const cells = cellsOf(head, separator) ?? []
    if (cells.length < 2) continue
    const hasHeader = below.length > 0 && !cells.some(saysZips)
    return { separator, width: cells.length, hasHeader, lines: hasHeader ? below : lines, named: [] }
  }
  return undefined
}

/** A row of a table: programs leave off its last cells where they are empty, or add some. */
function rowOf(line: string, { separator, width }: Table): string[] | undefined {
  const cells = cellsOf(line, separator)
  return cells?.slice(width).every((cell) => cell.trim() === '') ? cells.slice(0, width) : undefined
}

/** The columns that hold ZIP codes. Of those that are called so, the first that does, or the first. */
function columnsOf(table: Table): readonly number[] {
  const { named, width, hasHeader } = table
  if (width > MOST_COLUMNS) return []
  const rows = table.lines.slice(0, SAMPLE).flatMap((line) => [rowOf(line, table) ?? []])
  const share = (column: number, test: (cell: string) => boolean) => {
    const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length
  }
  const [first] = named
  if (first !== undefined) return [named.find((column) => share(column, saysZips) > 0.5) ?? first]
  const all = Array.from({ length: width }, (_, column) => column)
  // Rows of nothing but numbers are ZIP codes, some of which we do not know.
  const hasWords = () => all.some((column) => share(column, (cell) => /^\D+$/.test(cell)) > 0.9)
  const isTable = hasHeader || (rows.length >= ROWS_AT_LEAST && hasWords())
  return isTable ? all.filter((column) => share(column, saysZips) > 0.9) : []
}

/**
 * The column of ZIP codes of a text that is a table: a line at its beginning names one, or what it holds are ZIP codes
 * and what others hold are not. Other numbers of four or five digits, as a population or an income, are no ZIP codes.
 * Undefined for any other text.
 */
export async function findZipColumn(text: string): Promise<string | undefined> {
  const table = findTable(text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== ''))
  const columns = table ? columnsOf(table) : []
  if (!table || columns.length === 0) return undefined
  const cells: string[] = []
  for (const [at, line] of table.lines.entries()) {
    if (at % LINES_A_TURN === LINES_A_TURN - 1) await nextTurn()
    const row = rowOf(line, table)
    // A number in a row that has no such cell is perhaps one.
    const isWhole = row !== undefined && (columns.every((column) => column < row.length) || !/\d/.test(line))
    if (!isWhole) return undefined
    cells.push(...columns.map((column) => row[column] ?? ''))
  }
  return cells.join('\n')
}
