export type TextLine = {
  readonly from: number
  /** Without the end of the line. */
  readonly to: number
  /** With it. */
  readonly next: number
  readonly text: string
}

/** The lines of a text, whatever ends them. */
export function listLines(text: string): TextLine[] {
  const lines: TextLine[] = []
  let from = 0
  for (const { index: to, 0: end } of text.matchAll(/\r\n|\r|\n|$/g)) {
    const next = to + end.length
    if (next === from) continue
    lines.push({ from, to, next, text: text.slice(from, to) })
    from = next
  }
  return lines
}
