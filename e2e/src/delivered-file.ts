import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

export type DeliveredFile = { name: string; sha256: string; header: string[]; rows: string[][] }

const cellWithEnd = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g

/** The rows of a CSV text, as RFC 4180 has them. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(cellWithEnd)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    // After the last line end an empty text is matched, which is not a row.
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

/** Does what makes the browser save a file, and reads that file. */
export async function fetchCsv(page: Page, act: () => Promise<void>): Promise<DeliveredFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const bytes = await readFile(await download.path())
  const [header = [], ...rows] = csvRows(bytes.toString('utf8'))
  return {
    name: download.suggestedFilename(),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    header,
    rows,
  }
}
