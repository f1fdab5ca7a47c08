/** A row of a CSV file with where its cells stand; `problem` where its quotes are wrong. */
export type CsvRow = {
  readonly from: number
  /** Without the end of the line. */
  readonly to: number
  readonly cells: readonly string[]
  readonly problem?: string
}

const quoteProblem =
  'Its quotes are wrong: a quote in a cell is written twice, and a quoted cell ends before a comma.'

/** The sign that stands most often in the first line, outside of quotes. */
export function sniffSeparator(text: string): string {
  const end = text.search(/[\r\n]/)
  const head = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => [head.split(sign).length, sign] as const)
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
  let at = from
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at, dialect) : readBare(text, at, dialect)
    if (!cell) return { from, to: endOfLine(text, from), cells: [], problem: quoteProblem }
    cells.push(cell.text)
    at = cell.end
    if (text[at] !== dialect.separator) return { from, to: at, cells }
    at++
  }
}

type Cell = { readonly text: string; readonly end: number }

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

function readQuoted(text: string, from: number, { separator, lastQuote }: Dialect): Cell | undefined {
  let read = ''
  let at = from + 1
  while (at <= lastQuote && at - from < longestCell) {
    const quote = text.indexOf('"', at)
    read += text.slice(at, quote)
    if (text[quote + 1] !== '"') {
      const end = quote + 1
      return isEnd(text[end]) || text[end] === separator ? { text: read, end } : undefined
    }
    read += '"'
    at = quote + 2
  }
  return undefined
}
