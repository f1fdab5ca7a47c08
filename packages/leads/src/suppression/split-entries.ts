const plainAscii = /^[\t\x20-\x7e]*$/

/**
 * A line as it is compared: without signs that nobody sees, with plain blanks, dashes and quotes, and without the `=` or
 * apostrophe by which spreadsheets keep a number as it is written.
 */
export function plainText(line: string): string {
  const plain = plainAscii.test(line)
    ? line
    : line
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/\p{Zs}/gu, ' ')
        .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
        .replaceAll(/[“”„]/g, '"')
  return plain.trim().replace(/^(?:=(?=")|'(?=[0-9+(]))/, '')
}

/** What may separate the cells of a line, the surest first. */
const separators = ['\t', ';', ',', '|'] as const

/** How often each of them stands in a line outside of quotes. */
function countSeparators(line: string): Map<string, number> {
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (separators as readonly string[]).includes(sign))
      counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  return counts
}

/**
 * What separates the cells of a line: that of the file where the line has it, else what it has most of.
 * @param ofFile that of the first line with several cells
 */
export function separatorOf(line: string, ofFile?: string): string {
  const counts = countSeparators(line)
  if (ofFile !== undefined && counts.has(ofFile)) return ofFile
  if (counts.has('\t')) return '\t'
  return separators.reduce(
    (most, one) => ((counts.get(one) ?? 0) > (counts.get(most) ?? 0) ? one : most),
    ',',
  )
}

/** The cells of a line of CSV or TSV. A quoted line end is not read: no entry has one. */
export function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  // `="0415"` and `'0415` keep a number as it is written.
  return [...cells, cell].map((one) => one.trim().replace(/^[='](?=[0-9+(])/, ''))
}
