/** Rows among the leads of a file that are none: its header again, where files were joined, and what is below the last. */
export type StrayRows = { readonly hasRepeats: boolean; readonly hasFooter: boolean }

const total = '(grand |sub-?)?totals?( *$|\\b.*[:=\\d])'
const counted = '[\\d,]+ (rows?|records?|results?|entries)\\b'
const count = '(rows?|records?|(row|record) count|number of (rows|records))\\b *[:=]'
const note =
  '(source|report|generated|exported|printed|downloaded|as of|page|end of (report|file|data))\\b.*[:\\d]'
const lastNote = 'end of (report|file|data)\\b'
const footer = new RegExp(`^\\W*(${[total, counted, count, note, lastNote].join('|')})`, 'i')

/** A total under each of many columns of amounts. */
const totals = /^\W*(grand |sub-?)?totals?\b[\d\s$.,()%-]*$/i

/** Filled cells that another footer has at most, and columns that a file has at least for such a row to be odd. */
const most = 2
const fewestColumns = 3

/**
 * Whether a row is a total or a note: `Total: 120`, `(120 rows affected)`, `Source: State, 2024`.
 * @param filled how many of its cells have a value
 */
export const isFooter = (text: string, filled: number): boolean =>
  filled > most ? totals.test(plain(text)) : filled > 0 && footer.test(plain(text))

const plain = (text: string): string => text.replaceAll(/[",;|^~\t\r\n]+/g, ' ')

const isFooterRow = (row: readonly string[]): boolean => {
  const cells = row.filter((cell) => cell !== '')
  return isFooter(cells.join(' '), cells.length)
}

/**
 * Whether a sample has stray rows. Footers are looked for at its end only.
 * @param skipped titles and header
 */
export function findStrays(
  skipped: readonly (readonly string[])[],
  rows: readonly (readonly string[])[],
  tail: readonly (readonly string[])[],
): StrayRows {
  const isRepeat = repeatOf(skipped)
  const isWide = (skipped.at(-1)?.length ?? rows[0]?.length ?? 0) >= fewestColumns
  return { hasRepeats: rows.some(isRepeat), hasFooter: isWide && tail.slice(-5).some(isFooterRow) }
}

/** The rows that are leads. */
export function withoutStrays(
  rows: readonly string[][],
  skipped: readonly (readonly string[])[],
  { hasRepeats, hasFooter }: StrayRows,
): string[][] {
  const isRepeat = repeatOf(skipped)
  return rows.filter((row) => !(hasRepeats && isRepeat(row)) && !(hasFooter && isFooterRow(row)))
}

function repeatOf(skipped: readonly (readonly string[])[]): (row: readonly string[]) => boolean {
  const named = skipped.filter((row) => row.filter((cell) => cell !== '').length > 1)
  const firsts = new Set(named.map(([first]) => first))
  const known = new Set(named.map(keyOf))
  return (row) => firsts.has(row[0]) && known.has(keyOf(row))
}

const keyOf = (row: readonly string[]): string => row.join('\u0001')
