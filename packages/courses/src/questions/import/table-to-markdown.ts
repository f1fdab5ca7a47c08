import type { HtmlElement } from './parse-html.ts'

function listRows(element: HtmlElement): HtmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return []
    return child.name === 'tr' ? [child] : listRows(child)
  })
}

/** Wider than any table of a question: what claims more is a mistake. */
const widest = 50

const spanOf = (written: string | undefined) =>
  /^\d{1,3}$/.test(written ?? '') ? Math.min(Math.max(1, Number(written)), widest) : 1

/** The cells in their columns: one that spans several is followed by empty ones. */
function fillGrid(rows: readonly HtmlElement[], show: (cell: HtmlElement) => string): string[][] {
  const grid: string[][] = rows.map(() => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of row.children) {
      if (typeof cell === 'string') continue
      while (grid[at]?.[column] !== undefined) column++
      const [down, across] = [spanOf(cell.attributes.rowspan), spanOf(cell.attributes.colspan)]
      const text = show(cell)
      for (const [below, cells] of grid.slice(at, at + down).entries())
        for (let right = 0; right < across; right++) cells[column + right] = below + right === 0 ? text : ''
      column += across
    }
  }
  return grid
}

/** @param show gives a cell as Markdown in one line */
export function tableToMarkdown(element: HtmlElement, show: (cell: HtmlElement) => string): string {
  const rows = fillGrid(listRows(element), show)
  const width = Math.max(0, ...rows.map(({ length }) => length))
  if (width === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
}
