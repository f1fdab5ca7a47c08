import { RowScanner } from './row-scanner.ts'
import type { Reject } from './scan-options.ts'

export const delimiters = [',', '\t', ';', '|', '^', '~'] as const
export type Delimiter = (typeof delimiters)[number]

export type Dialect = {
  readonly delimiter: Delimiter
  readonly isQuoted: boolean
  /** A quote within quotes is written `\\"`, not `""`. */
  readonly isEscaped: boolean
  readonly crEndsRow: boolean
}

/** The rows of a sample as text, in a dialect; they may have any number of cells. */
export function sampleRows(
  text: Uint8Array,
  dialect: Dialect,
  onReject?: (reject: Reject) => void,
): string[][] {
  const scanner = new RowScanner(onReject ? { ...dialect, onReject } : dialect)
  return asRows(scanner.push(text, true))
}

/** The scanner's lines as cells. */
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
  let best: Split | undefined
  for (const delimiter of declared ? [declared] : delimiters) {
    const split = bestQuotes(part, { delimiter, crEndsRow })
    if (split.score > (best?.score ?? 0)) best = split
  }
  return best?.dialect ?? { delimiter: ',', isQuoted: true, isEscaped: false, crEndsRow }
}

/** How a dialect splits a file. */
type Split = {
  readonly dialect: Dialect
  /** Share of the rows that have the same number of cells as most. */
  readonly share: number
  readonly score: number
}

/** How the quotes of a file are meant, at a delimiter: the usual way unless another makes clearly more rows even. */
function bestQuotes(part: Uint8Array, at: Pick<Dialect, 'delimiter' | 'crEndsRow'>): Split {
  const quoted = evenness(part, { ...at, isQuoted: true, isEscaped: false })
  const escaped = hasEscapedQuotes(part)
    ? evenness(part, { ...at, isQuoted: true, isEscaped: true })
    : undefined
  const usual = escaped && escaped.score >= quoted.score ? escaped : quoted
  const bare = evenness(part, { ...at, isQuoted: false, isEscaped: false })
  // By the share alone: without quotes, `"Main St, Boston, MA"` splits into more cells, which proves nothing.
  return bare.share ** 3 > usual.share ** 3 * 1.1 ? bare : usual
}

const hasEscapedQuotes = (text: Uint8Array): boolean =>
  Buffer.from(text.buffer, text.byteOffset, text.byteLength).includes('\\"')

function evenness(text: Uint8Array, dialect: Dialect): Split {
  const scanner = new RowScanner(dialect)
  let rows: string[][]
  try {
    rows = asRows(scanner.push(text, true)).slice(0, 2000)
  } catch {
    return { dialect, share: 0, score: 0 }
  }
  const sizes = new Map<number, number>()
  for (const row of rows) sizes.set(row.length, (sizes.get(row.length) ?? 0) + 1)
  const [width, count] = [...sizes].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0]
  if (width < 2) return { dialect, share: 0, score: 0 }
  const share = count / (rows.length + scanner.rejected)
  // A header that has as many cells as the rows below it: only the right delimiter does that to both.
  const isTopEven = rows[0]?.length === width
  return { dialect, share, score: share ** 3 * (1 + Math.log2(width) / 8) * (isTopEven ? 1.1 : 1) }
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
