import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { jsonCells } from '../xlsx-cells.ts'
import type { FileBody, FileBodyOptions } from './file-body.ts'

/** The cells of each lead in file order, and how many leads were read so far. */
export type FileCells = {
  readonly cells: AsyncIterable<z.infer<typeof jsonCells>>
  rows(): number
}

const LINES_A_PIECE = 512

/** A JSON object a line, by the keys of the columns; a blank cell is null. Nothing runs it, so cells are as they are. */
export function openJsonLines({ file }: FileBodyOptions, { cells, rows }: FileCells): FileBody {
  const keys = file.columns.map(({ key }) => key)
  async function* pieces() {
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
  return { body: Readable.from(pieces(), { objectMode: false }), rows }
}
