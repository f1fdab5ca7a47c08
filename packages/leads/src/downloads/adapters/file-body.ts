import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Olap } from '@freeor/clickhouse/olap'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Column } from '../../schema.ts'
import { csvHeader, type FileSource, fileCaps, selectCells, selectCsvLines } from '../file-sql.ts'
import { readFramedLines } from '../read-framed-lines.ts'
import type { DownloadRow } from '../tables.ts'
import { jsonCells, toXlsxCell } from '../xlsx-cells.ts'
import { type FileCells, openJsonLines } from './json-lines.ts'
import { openParquet } from './parquet-file.ts'

export type FileBodyOptions = {
  readonly olap: Olap
  readonly file: FileSource & Pick<DownloadRow, 'format'>
  readonly signal: AbortSignal
  /** Called every few thousand leads with how many are in the file so far; the file waits for it. */
  onRows(rows: number): Promise<void>
}

export type FileBody = {
  readonly body: Readable
  /** Leads in the file; complete once `body` has ended. */
  rows(): number
}

/** A file of a download's frozen leads, made as it is read. */
export async function openFileBody(options: FileBodyOptions): Promise<FileBody> {
  switch (options.file.format) {
    case 'xlsx':
      return await openXlsx(options)
    case 'jsonl':
      return openJsonLines(options, await openCells(options))
    case 'parquet':
      return openParquet(options, await openCells(options))
    default:
      return await openCsv(options)
  }
}

/** The engine prints finished lines, each with its length before it; here they are only counted. */
async function openCsv({ olap, file, signal, onRows }: FileBodyOptions): Promise<FileBody> {
  const framed = await olap.stream({
    ...selectCsvLines(file),
    format: 'RowBinary',
    pool: 'writer',
    caps: fileCaps,
    signal,
  })
  let rows = 0
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(csvHeader(file.columns, file.format === 'csv-bom'))
    for await (const { bytes, lines } of readFramedLines(framed)) {
      rows = lines
      yield bytes
      await onRows(rows)
    }
  }
  return { body: Readable.from(content(), { objectMode: false }), rows: () => rows }
}

const ROWS_A_NOTICE = 4_096

/** Each lead's cells in file order, counted as they are read. */
async function openCells({ olap, file, signal, onRows }: FileBodyOptions): Promise<FileCells> {
  const lines = await olap.stream({
    ...selectCells(file),
    format: 'JSONCompactEachRow',
    pool: 'writer',
    caps: fileCaps,
    signal,
  })
  let rows = 0
  async function* cells() {
    for await (const line of linesOf(lines)) {
      yield jsonCells.parse(JSON.parse(line))
      rows++
      if (rows % ROWS_A_NOTICE === 0) await onRows(rows)
    }
  }
  return { cells: cells(), rows: () => rows }
}

async function openXlsx(options: FileBodyOptions): Promise<FileBody> {
  const { columns } = options.file
  const { cells, rows } = await openCells(options)
  async function* typed() {
    for await (const row of cells) yield columns.map(({ kind }, index) => toXlsxCell(kind, row[index]))
  }
  const workbook = writeXlsxStream(typed(), {
    name: 'Leads',
    columns: columns.map(xlsxColumn),
    freezePane: { rows: 1 },
    zip64: true,
  })
  // The DOM's and Node's declarations of the one ReadableStream differ.
  return { body: Readable.fromWeb(workbook as ReadableStream<Uint8Array>), rows }
}

const xlsxColumn = ({ label, kind }: Column) => ({
  header: label,
  width: Math.min(Math.max(label.length + 2, 12), 40),
  ...(kind === 'date' ? { numFmt: 'yyyy-mm-dd' } : {}),
})

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
