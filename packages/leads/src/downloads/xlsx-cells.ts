import { z } from 'zod'
import type { ColumnKind } from '../schema.ts'

export const jsonCells = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The most characters Excel keeps in a cell. */
const CELL_CHARACTERS = 32_767

/** Days before Excel's calendar have no number there and stay text. */
const FIRST_EXCEL_DAY = '1900-03-01'

/** A cell as Excel knows it: text stays text (ZIPs, phones, ids), numbers are numbers, dates are dates. */
export function toXlsxCell(
  kind: ColumnKind,
  cell: z.infer<typeof jsonCells>[number] | undefined,
): string | number | boolean | Date | null {
  if (cell === undefined || cell === null || cell === '') return null
  if (kind === 'date' && typeof cell === 'string' && cell >= FIRST_EXCEL_DAY)
    return new Date(`${cell}T00:00:00Z`)
  return typeof cell === 'string' ? toXlsxText(cell.slice(0, CELL_CHARACTERS)) : cell
}

/**
 * What the writer does not do itself: a text that looks like one of the format's own escapes (`_x0041_`) gets its
 * underscore escaped, and the two code points XML lacks are written as escapes (ECMA-376, 22.9.2.19).
 */
function toXlsxText(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\ufffe', '_xFFFE_')
    .replaceAll('\uffff', '_xFFFF_')
}
