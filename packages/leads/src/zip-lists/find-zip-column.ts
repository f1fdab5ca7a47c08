import { setImmediate as nextTurn } from 'node:timers/promises'
import { headerWords } from '../import/cells/header-words.ts'

const zipWords = new Set(['zip', 'zips', 'zipcode', 'zipcodes', 'postal', 'postcode', 'zcta'])

/** Lines read in one turn of the event loop. */
const LINES_A_TURN = 500

/** The cells of a line; undefined where a quote is left open, as in a table whose cells have line ends. */
function cellsOf(line: string, separator: string): string[] | undefined {
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

const isZipHeader = (header: string): boolean => headerWords(header).some((word) => zipWords.has(word))

/**
 * The column of ZIP codes of a text that is a table: its first line names one, and every line has as many cells. Other
 * numbers of four or five digits, as a population or an income, are no ZIP codes. Undefined for any other text.
 */
export async function findZipColumn(text: string): Promise<string | undefined> {
  const [head = '', ...lines] = text.split(/\r\n|\n|\r/)
  const separator = ['\t', ';', ','].find((one) => (cellsOf(head, one)?.length ?? 0) > 1)
  const headers = separator === undefined ? [] : (cellsOf(head, separator) ?? [])
  const column = headers.findIndex(isZipHeader)
  if (separator === undefined || column < 0) return undefined
  const cells: string[] = []
  for (const [at, line] of lines.entries()) {
    if (at % LINES_A_TURN === LINES_A_TURN - 1) await nextTurn()
    if (line.trim() === '') continue
    const row = cellsOf(line, separator)
    if (row?.length !== headers.length) return undefined
    cells.push(row[column] ?? '')
  }
  return cells.join('\n')
}
