import type { z } from 'zod'
import type { FileColumn } from '../file-column.ts'
import type { jsonCells } from '../xlsx-cells.ts'

/** The cells of a lead, in the order of the file's columns. */
export type Cells = z.infer<typeof jsonCells>

const LINES_A_PIECE = 512

/** A JSON object a line, by the keys of the columns; a blank cell is null. Nothing runs it, so cells are as they are. */
export async function* writeJsonLines(
  columns: readonly FileColumn[],
  cells: AsyncIterable<Cells>,
): AsyncGenerator<Uint8Array> {
  const keys = columns.map(({ key }) => key)
  let lines: string[] = []
  for await (const row of cells) {
    const entries = keys.map((key, i) => [key, row[i] === '' ? null : (row[i] ?? null)])
    lines.push(`${JSON.stringify(Object.fromEntries(entries))}\n`)
    if (lines.length < LINES_A_PIECE) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''))
}
