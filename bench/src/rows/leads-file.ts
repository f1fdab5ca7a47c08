import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { columns, leadLines } from './lead-line.ts'

export type LeadsFile = { readonly path: string; readonly rows: number; readonly bytes: number }

/** Changes whenever the lines do, so that an older file is never used for it. */
const EDITION = 3
const SEED = 20_260_101
const LINES_A_WRITE = 5_000

/** The CSV with so many rows, written once and kept in `folder`. */
export function leadsFile(folder: string, rows: number): LeadsFile {
  const path = join(folder, `leads-${rows}-e${EDITION}.csv`)
  if (!existsSync(path)) write(path, rows)
  return { path, rows, bytes: statSync(path).size }
}

function write(path: string, rows: number): void {
  mkdirSync(dirname(path), { recursive: true })
  const unfinished = `${path}.part`
  const file = openSync(unfinished, 'w')
  const next = leadLines(SEED)
  writeSync(file, `${columns.join(',')}\n`)
  for (let done = 0; done < rows; done += LINES_A_WRITE) {
    let text = ''
    for (let i = Math.min(LINES_A_WRITE, rows - done); i > 0; i--) text += next()
    writeAll(file, Buffer.from(text))
  }
  closeSync(file)
  renameSync(unfinished, path)
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}
