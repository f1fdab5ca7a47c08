/** How many columns or rows a cell takes; more than any table has is one that was made to be large. */
export function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const written = Number(cell.getAttribute(name) ?? 1)
  return Number.isInteger(written) ? Math.min(50, Math.max(1, written)) : 1
}

const childrenOf = (node: Node, names: RegExp): Node[] =>
  [...node.childNodes].filter(({ nodeName }) => names.test(nodeName))

const rowsOf = (table: Node): Node[] =>
  childrenOf(table, /^T(HEAD|BODY|FOOT|R)$/).flatMap((part) =>
    part.nodeName === 'TR' ? [part] : childrenOf(part, /^TR$/),
  )

const places = new WeakMap<Node, ReadonlyMap<Node, number>>()

/** Of each cell, how many columns before it are taken by cells of the rows above. */
function placeCells(table: Node): ReadonlyMap<Node, number> {
  const taken: number[] = []
  const before = new Map<Node, number>()
  for (const row of rowsOf(table)) {
    const begun: [column: number, rows: number][] = []
    let column = 0
    for (const cell of childrenOf(row, /^T[DH]$/)) {
      const from = column
      while ((taken[column] ?? 0) > 0) column++
      before.set(cell, column - from)
      const rows = spanOf(cell as Element, 'rowspan')
      for (let end = column + spanOf(cell as Element, 'colspan'); column < end; column++)
        begun.push([column, rows])
    }
    for (const [at, rows] of taken.entries()) taken[at] = Math.max(0, (rows ?? 0) - 1)
    for (const [at, rows] of begun) taken[at] = rows - 1
  }
  return before
}

/** How many columns before a cell are taken by cells of the rows above. */
export function columnsTakenBefore(cell: Node, table: Node): number {
  const known = places.get(table) ?? placeCells(table)
  places.set(table, known)
  return known.get(cell) ?? 0
}
