/** Lines of a Markdown table; the first column to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, 3, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** `7.3 ms`, `860 ms`; no more digits than a run repeats. */
export const inMs = (ms: number): string => `${number(ms)} ms`

export function number(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export const inMiB = (bytes: number): string => `${Math.round(bytes / 1024 ** 2).toLocaleString('en-US')} MiB`

export const say = (text: string): void => console.log(text)

/** Progress goes to the error output, so that the tables alone can be redirected. */
export const note = (text: string): void => console.error(text)
