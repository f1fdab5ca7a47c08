/** A row of a CSV file with where its cells stand; `problem` where its quotes are wrong. */
export type CsvRow = {
  readonly from: number
  /** Without the end of the line. */
  readonly to: number
  readonly cells: readonly string[]
  /** Where each cell begins. */
  readonly starts: readonly number[]
  readonly problem?: string
}

const quoteProblem =
  'Its quotes are wrong: a quote in a cell is written twice, and a quoted cell ends before a comma.'

/** Excel writes the separator into a line of its own before the names of the columns. */
const separatorLine = /^sep=(.)(?=\r|\n|$)/i

/** The line that names the separator, where there is one. */
export const separatorLineOf = (text: string): string => separatorLine.exec(text)?.[0] ?? ''

export const separators = [',', ';', '\t', '|'] as const

/** The sign that the file names, or that stands most often in the first line, outside of quotes. */
export function sniffSeparator(text: string): string {
  const [, named] = separatorLine.exec(text) ?? []
  if (named !== undefined) return named
  const end = text.search(/[\r\n]/)
  const head = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const counts = separators.map((sign) => [head.split(sign).length, sign] as const)
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

/**
 * Splits a CSV file (RFC 4180) into rows. A row whose quotes are wrong ends at the end of its first line, so that it costs
 * no other.
 */
export function splitCsv(text: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = []
  // Quotes that are never closed are looked for once.
  const lastQuote = text.lastIndexOf('"')
  for (let from = 0; from < text.length; ) {
    const row = readRow(text, from, { separator, lastQuote })
    rows.push(row)
    from = row.to
    if (text[from] === '\r' && text[from + 1] === '\n') from += 2
    else from += 1
  }
  return rows
}

type Dialect = { readonly separator: string; readonly lastQuote: number }

function readRow(text: string, from: number, dialect: Dialect): CsvRow {
  const cells: string[] = []
  const starts: number[] = []
  let at = from
  for (;;) {
    const start = skipBlanks(text, at, dialect)
    const cell = text[start] === '"' ? readQuoted(text, start, dialect) : readBare(text, at, dialect)
    if (!cell) return { from, to: endOfLine(text, from), cells: [], starts: [], problem: quoteProblem }
    cells.push(cell.text)
    starts.push(start)
    at = cell.end
    if (text[at] !== dialect.separator) return { from, to: at, cells, starts }
    at++
  }
}

type Cell = { readonly text: string; readonly end: number }

/** People write blanks around a quoted cell. */
function skipBlanks(text: string, from: number, { separator }: Dialect): number {
  let at = from
  while ((text[at] === ' ' || text[at] === '\t') && text[at] !== separator) at++
  return at
}

const isEnd = (sign: string | undefined) => sign === undefined || sign === '\r' || sign === '\n'

function endOfLine(text: string, from: number): number {
  let at = from
  while (!isEnd(text[at])) at++
  return at
}

function readBare(text: string, from: number, { separator }: Dialect): Cell {
  let at = from
  while (!isEnd(text[at]) && text[at] !== separator) at++
  return { text: text.slice(from, at), end: at }
}

/** The longest cell: a quote that is closed further away is closed by another cell's quote. */
const longestCell = 100_000

function readQuoted(text: string, from: number, dialect: Dialect): Cell | undefined {
  const { separator, lastQuote } = dialect
  let read = ''
  let at = from + 1
  while (at <= lastQuote && at - from < longestCell) {
    const quote = text.indexOf('"', at)
    read += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const end = skipBlanks(text, quote + 1, dialect)
      return isEnd(text[end]) || text[end] === separator ? { text: read, end } : undefined
    }
    read += '"'
    at = quote + 2
  }
  return undefined
}
