import { RowScanner } from './row-scanner.ts'

export const delimiters = [',', '\t', ';', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export type Dialect = {
  readonly delimiter: Delimiter
  readonly isQuoted: boolean
  readonly crEndsRow: boolean
}

/** The rows of a sample as text, in a dialect; they may have any number of cells. */
export function sampleRows(text: Uint8Array, dialect: Dialect): string[][] {
  const scanner = new RowScanner(dialect)
  return asRows(scanner.push(text, true))
}

/** Rows of the scanner's TabSeparated as cells. */
export function asRows(scanned: Buffer): string[][] {
  const lines = scanned.toString('utf8').split('\n')
  lines.pop()
  return lines.map((line) => line.split('\t').map(unescapeCell))
}

const unescapeCell = (cell: string): string =>
  cell.includes('\\') ? cell.replaceAll(/\\(.)/g, (_, next: string) => (next === 'n' ? '\n' : next)) : cell

/** `sep=;` as Excel writes and reads it, alone on the first line. */
function declaredDelimiter(head: Uint8Array): Delimiter | undefined {
  const match = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(Buffer.from(head.subarray(0, 16)).toString('latin1'))
  return delimiters.find((delimiter) => delimiter === match?.[1])
}

/**
 * The dialect that splits the beginning of a file most evenly: not the character seen most often, but the one that
 * gives the most rows the same number of cells. A file of one column splits by none; it is read as comma-separated.
 */
export function sniffDialect(head: Uint8Array): Dialect {
  const crEndsRow = sniffCr(head)
  const declared = declaredDelimiter(head)
  const part = wholeRows(head.subarray(0, 256 * 1024), crEndsRow)
  let best: Dialect = { delimiter: ',', isQuoted: true, crEndsRow }
  let bestScore = 0
  for (const delimiter of declared ? [declared] : delimiters)
    for (const isQuoted of [true, false]) {
      const dialect: Dialect = { delimiter, isQuoted, crEndsRow }
      const score = evenness(part, dialect)
      // Quotes are the rule; a split without them must be clearly better.
      if (score > bestScore * (isQuoted ? 1 : 1.1)) {
        best = dialect
        bestScore = score
      }
    }
  return best
}

function evenness(text: Uint8Array, dialect: Dialect): number {
  const scanner = new RowScanner(dialect)
  let rows: string[][]
  try {
    rows = asRows(scanner.push(text, true)).slice(0, 2000)
  } catch {
    return 0
  }
  const sizes = new Map<number, number>()
  for (const row of rows) sizes.set(row.length, (sizes.get(row.length) ?? 0) + 1)
  const [width, count] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0]
  if (width < 2) return 0
  const share = count / (rows.length + scanner.rejected)
  return share ** 3 * (1 + Math.log2(width) / 8)
}

/** Whether carriage returns alone end the lines (old Macintosh files, some exports). */
function sniffCr(head: Uint8Array): boolean {
  let alone = 0
  let feeds = 0
  for (let i = 0; i < head.length; i++) {
    if (head[i] === 10) feeds++
    else if (head[i] === 13 && i + 1 < head.length && head[i + 1] !== 10) alone++
  }
  return alone > 0 && alone > feeds * 4
}

/** Cuts off what follows the last line end, so that half a row does not falsify the result. */
export function wholeRows(text: Uint8Array, crEndsRow: boolean): Uint8Array {
  const at = Buffer.from(text.buffer, text.byteOffset, text.byteLength).lastIndexOf(crEndsRow ? 13 : 10)
  return at < 0 ? text : text.subarray(0, at + 1)
}
