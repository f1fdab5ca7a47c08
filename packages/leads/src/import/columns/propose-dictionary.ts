import type { Column } from '../../schema.ts'
import { isShortened } from '../cells/cell-kinds.ts'
import { readSample, type Sample } from '../file/read-sample.ts'
import type { ImportSource } from '../ports.ts'
import type { ImportProposal } from '../schema.ts'
import { type ProposedColumns, proposeColumns } from './propose-columns.ts'
import { goneColumns } from './replaced-columns.ts'

/**
 * What is in a file, and the dictionary a careful person would give it; the super admin corrects `columns` before the
 * import. Columns that `existing` (the dictionary's present ones) reads from the same header are taken from there, so
 * that corrections survive.
 * @throws AppError `invalid_request` when the file is no delimited text.
 */
export async function proposeDictionary(
  source: ImportSource,
  existing: readonly Column[] = [],
): Promise<ImportProposal> {
  const sample = await readSample(source)
  const { columns, dropped } = proposeColumns(sample.layout.headers, sample.rows)
  const reused = reuseColumns(columns, existing)
  return {
    name: source.name,
    bytes: source.bytes,
    isGzipped: sample.isGzipped,
    encoding: sample.encoding.encoding,
    delimiter: sample.dialect.delimiter,
    hasHeader: sample.layout.hasHeader,
    header: [...sample.layout.headers],
    columns: reused.columns,
    rows: sample.rows.slice(0, 20).map((row) => [...row]),
    goneColumns: reused.gone,
    warnings: [...warningsOf(sample, dropped), ...shortenedColumns(sample)],
  }
}

/** New columns are added to the dictionary's own, in the file's order; a key stays with the header it was given to. */
export function reuseColumns(
  proposed: readonly Column[],
  existing: readonly Column[],
): { columns: Column[]; gone: string[] } {
  const byHeader = Map.groupBy(existing, ({ from }) => from)
  const taken = new Set(existing.map(({ key }) => key))
  const columns = proposed.flatMap((column) => {
    const known = byHeader.get(column.from)
    if (known) return known
    const renamed = existing.find(
      ({ key, from }) => key === column.key && !proposed.some((one) => one.from === from),
    )
    if (renamed) return [{ ...renamed, from: column.from }]
    return [taken.has(column.key) ? { ...column, key: freeKey(column.key, taken) } : column]
  })
  return { columns, gone: goneColumns(existing, columns).map(({ key }) => key) }
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${key.slice(0, 44)}_${number}`)) number++
  return `${key.slice(0, 44)}_${number}`
}

/** Names the columns whose long numbers a spreadsheet has shortened: nobody can restore their digits. */
function shortenedColumns({ layout, rows }: Sample): string[] {
  return layout.headers.flatMap((header, index) => {
    const filled = rows.filter((row) => row[index] !== '')
    const isShort =
      filled.filter((row) => isShortened(row[index] ?? '')).length >= Math.max(1, filled.length * 0.1)
    return isShort
      ? [
          `${header}: a spreadsheet has shortened its numbers (1.23E+09), digits are lost. Export it again with this column as text`,
        ]
      : []
  })
}

/** Whether most rows of a single cell have blanks as gaps, as files of a fixed width do. */
const isLinedUp = (rows: Sample['rows']): boolean =>
  rows.filter(([cell = '']) => / {2,}\S/.test(cell)).length > rows.length * 0.8

function warningsOf({ layout, encoding, rows }: Sample, dropped: ProposedColumns['dropped']): string[] {
  const warnings: string[] = []
  const titles = layout.skipRows - (layout.hasHeader ? 1 : 0)
  if (titles > 0)
    warnings.push(
      titles === 1
        ? '1 line above the first row is left out'
        : `${titles} lines above the first row are left out`,
    )
  if (layout.width === 1)
    warnings.push(
      isLinedUp(rows)
        ? 'The file has one column: its cells seem to be kept apart by blanks only. Open it in a spreadsheet as text of a fixed width, and save it as CSV'
        : 'The file has one column. If it should have more: a comma, tab, semicolon, |, ^ or ~ separates them',
    )
  if (!layout.hasHeader) warnings.push('The file has no header row: its columns are numbered')
  if (layout.isRagged) warnings.push('Many rows leave off empty cells at their end: they are read as empty')
  if (dropped.length > 0)
    warnings.push(
      dropped.length === 1
        ? '1 column without a name and a value is left out'
        : `${dropped.length} columns without a name and a value are left out`,
    )
  if (encoding.encoding === 'windows-1252') warnings.push('The text is not UTF-8: it is read as Windows-1252')
  if (encoding.encoding === 'macintosh')
    warnings.push('The text is not UTF-8: it is read as of an old Macintosh')
  return warnings
}
