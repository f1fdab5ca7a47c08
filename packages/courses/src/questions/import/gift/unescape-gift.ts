type Range = readonly [from: number, to: number]

/** Takes the backslashes of GIFT away: before `~ = # { } :` and itself; `\n` is the end of a line. */
export const unescapeGift = (text: string): string =>
  text.replace(/\\([\\~=#{}:n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))

/** A stretch of the text without the comment lines in it. */
export function withoutComments(text: string, [from, to]: Range, comments: readonly Range[]): string {
  let left = ''
  let at = from
  for (const [start, end] of comments) {
    if (end <= at || start >= to) continue
    left += text.slice(at, Math.max(at, start))
    at = end
  }
  return left + text.slice(at, Math.max(at, to))
}

/** The position of a text that is not escaped, from a position on; -1 where there is none. */
export function findUnescaped(text: string, wanted: string, from = 0): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text.startsWith(wanted, at)) return at
  }
  return -1
}
