/**
 * What programs put around a value so that a spreadsheet leaves it alone: `="02108"`, `'+1 617 555 0100`, a formula that
 * makes a link, `mailto:`. The value is meant.
 */
const wrappings: readonly (readonly [RegExp, string])[] = [
  [/^="(.*)"$/, '^="(.*)"$'],
  [/^=hyperlink\("([^"]*)".*\)$/i, '(?i)^=hyperlink\\\\("([^"]*)".*\\\\)$'],
  [/^(?:mailto|tel): *(.*)$/i, '(?i)^(?:mailto|tel): *(.*)$'],
]
/** How they begin: most cells need not be looked at. */
const beginnings: ReadonlySet<string | undefined> = new Set('=mMtT')
/** An apostrophe before what a spreadsheet would calculate. Names such as `'76 Diner` begin like that, too. */
const apostrophe = /^'([-+=@(]?\d[^']*|[-+=@][^']*)$/
const apostropheText = "^''([-+=@(]?[0-9][^'']*|[-+=@][^'']*)$"

/** Share of a column's cells that must begin with an apostrophe for it to be a sign of text. */
const enough = 0.05

/** The value of a cell. @param hasApostrophes whether an apostrophe at its beginning is no part of it */
function unwrapCell(cell: string, hasApostrophes: boolean): string {
  if (hasApostrophes && cell.startsWith("'")) return apostrophe.exec(cell)?.[1] ?? cell
  for (const [shape] of wrappings) {
    const inner = shape.exec(cell)?.[1]
    if (inner !== undefined) return inner.trim()
  }
  return cell
}

/** As `unwrapCell`, for the engine. @param x a text that is not `LowCardinality` */
export function unwrapSql(x: string, hasApostrophes: boolean): string {
  const bare = wrappings.reduce((text, [, shape]) => `replaceRegexpOne(${text},'${shape}','\\\\1')`, x)
  return `trimBoth(${hasApostrophes ? `replaceRegexpOne(${bare},'${apostropheText}','\\\\1')` : bare})`
}

/** The columns with such cells, and whether apostrophes are among what surrounds them. */
export type WrappedColumns = ReadonlyMap<number, { readonly hasApostrophes: boolean }>

/** Finds the columns that have wrapped cells. */
export function findWrapped(rows: readonly (readonly string[])[], width: number): WrappedColumns {
  const found = new Map<number, { hasApostrophes: boolean }>()
  for (let index = 0; index < width; index++) {
    let filled = 0
    let quoted = 0
    let isWrapped = false
    for (const row of rows) {
      const cell = row[index] ?? ''
      if (cell === '') continue
      filled++
      if (cell.startsWith("'") && apostrophe.test(cell)) quoted++
      else isWrapped ||= beginnings.has(cell[0]) && wrappings.some(([shape]) => shape.test(cell))
    }
    const hasApostrophes = quoted > 0 && quoted >= filled * enough
    if (isWrapped || hasApostrophes) found.set(index, { hasApostrophes })
  }
  return found
}

/** Rows with their wrapped cells as the values that are meant. */
export function unwrapRows(rows: readonly string[][], wrapped: WrappedColumns): readonly string[][] {
  if (wrapped.size === 0) return rows
  return rows.map((row) =>
    row.map((cell, index) => {
      const how = wrapped.get(index)
      return how ? unwrapCell(cell, how.hasApostrophes) : cell
    }),
  )
}
