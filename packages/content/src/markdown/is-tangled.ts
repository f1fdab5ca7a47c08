/** Of a text as people write it: a list of 3,000 lines without a blank one costs half. */
const mostCost = 20_000_000

/** Marks of quotes and lists, as many as there are before the words of a line. */
const marks = /^[\s\d>*+.)-]*/

/**
 * Whether quotes and lists of the text are so deep, or have so many lines that belong to them without their mark, that
 * reading it would take minutes: each level looks at all others, and each such line at its whole paragraph.
 */
export function isTangled(text: string): boolean {
  let [cost, lines, marked] = [0, 0, 0]
  for (const line of text.split(/\r\n?|\n/)) {
    const depth = (marks.exec(line)?.[0] ?? '').replaceAll(/[\s\d]/g, '').length
    cost += depth ** 2
    const isBlank = line.trim() === ''
    lines = isBlank ? 0 : lines + 1
    marked = isBlank ? 0 : marked + Math.min(depth, 1)
    if (marked > 0 && depth === 0) cost += lines
  }
  return cost > mostCost
}
