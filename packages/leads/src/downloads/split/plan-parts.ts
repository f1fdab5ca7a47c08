import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { csvHeader, type FileSource, fileCaps, sumCsvBytes } from '../file-sql.ts'
import { presets } from '../presets/presets.ts'
import type { DownloadRow } from '../tables.ts'

/** What one of several files holds at most, in rows and in bytes. */
export type PartSize = { readonly rows: number; readonly bytes: number }

/** Rows of an Excel sheet below its header. */
const SHEET_ROWS = 1_048_575

type Sized = Pick<DownloadRow, 'rows' | 'rowsPerFile' | 'preset' | 'format'>

/** How large one file may be: as it was asked for, as its preset wants it, and as its format can hold. */
export function mostOfFile({ rowsPerFile, preset, format }: Omit<Sized, 'rows'>): PartSize {
  const { rows = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY } = preset
    ? presets[preset].perFile
    : {}
  const ofFormat = format === 'xlsx' ? SHEET_ROWS : Number.POSITIVE_INFINITY
  return { rows: Math.min(rowsPerFile ?? Number.POSITIVE_INFINITY, rows, ofFormat), bytes }
}

const sumRow = z.object({ bytes: z.coerce.number() })

/**
 * The size of each of several files; undefined where all rows fit into one. Where bytes are limited, the engine adds them
 * up first: a file that fits is handed out as it is, not in a ZIP.
 */
export async function planParts(
  { olap }: { readonly olap: Olap },
  file: FileSource & Sized,
): Promise<PartSize | undefined> {
  const most = mostOfFile(file)
  if (file.rows > most.rows) return most
  if (most.bytes === Number.POSITIVE_INFINITY) return undefined
  const [sum] = await olap.ask({ ...sumCsvBytes(file), pool: 'writer', row: sumRow, caps: fileCaps })
  const bytes = csvHeader(file.columns, file.format === 'csv-bom').length + (sum?.bytes ?? 0)
  return bytes > most.bytes ? most : undefined
}
