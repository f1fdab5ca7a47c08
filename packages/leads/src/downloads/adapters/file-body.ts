import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Olap } from '@freeor/clickhouse/olap'
import { measure } from '@freeor/storage/measure'
import { streamZip } from '@freeor/storage/zip/write-zip'
import { writeXlsxStream } from 'hucre/xlsx'
import type { FileColumn } from '../file-column.ts'
import { partName } from '../file-name.ts'
import { csvHeader, type FileSource, fileCaps, selectCells, selectCsvLines } from '../file-sql.ts'
import { readFramedLines } from '../read-framed-lines.ts'
import type { PartSize } from '../split/plan-parts.ts'
import type { DownloadRow, FilePart } from '../tables.ts'
import { jsonCells, toXlsxCell } from '../xlsx-cells.ts'
import { type Cells, writeJsonLines } from './json-lines.ts'
import { writeParquet } from './parquet-file.ts'

export type FileBodyOptions = {
  readonly olap: Olap
  readonly file: FileSource & Pick<DownloadRow, 'format' | 'fileName'>
  /** What one of several files holds at most; undefined for one file of all. */
  readonly split: PartSize | undefined
  readonly signal: AbortSignal
  /** Called every few thousand leads with how many are in the file so far; the file waits for it. */
  onRows(rows: number): Promise<void>
}

export type FileBody = {
  readonly body: Readable
  /** Leads in the file; complete once `body` has ended. */
  rows(): number
  /** The files of a ZIP, likewise; null for one file. */
  parts(): FilePart[] | null
}

/** A file that is made as it is read. The next one may be read once this one has ended. */
type Part = {
  readonly content: AsyncIterable<Uint8Array>
  /** Its leads, complete once `content` has ended. */
  rows(): number
}

/** A file of a download's frozen leads, or a ZIP of several, made as it is read. */
export async function openFileBody(options: FileBodyOptions): Promise<FileBody> {
  const parts = await openParts(options)
  if (options.split) return zipOf(parts, options.file.fileName)
  const { value: whole } = await parts.next()
  if (!whole) throw new Error('A file has one part at least')
  return {
    body: Readable.from(whole.content, { objectMode: false }),
    rows: () => whole.rows(),
    parts: () => null,
  }
}

function zipOf(parts: AsyncIterable<Part>, fileName: string): FileBody {
  const made: FilePart[] = []
  async function* entries() {
    for await (const part of parts) {
      const name = partName(fileName, made.length + 1)
      const measured = measure()
      const content = Readable.from(part.content, { objectMode: false })
      content.once('error', (error) => measured.stream.destroy(error))
      measured.stream.once('close', () => content.destroy())
      yield { name, content: content.pipe(measured.stream) }
      made.push({ fileName: name, rows: part.rows(), ...measured.result() })
    }
  }
  return {
    body: streamZip(entries()),
    rows: () => made.reduce((sum, { rows }) => sum + rows, 0),
    parts: () => made,
  }
}

const isCsv = ({ format }: Pick<DownloadRow, 'format'>) => format === 'csv' || format === 'csv-bom'

async function openParts(options: FileBodyOptions): Promise<AsyncGenerator<Part, undefined>> {
  return isCsv(options.file) ? await openCsvParts(options) : await openCellParts(options)
}

/** The engine prints finished lines, each with its length before it; here they are only counted. */
async function openCsvParts(options: FileBodyOptions): Promise<AsyncGenerator<Part, undefined>> {
  const { olap, file, split, signal, onRows } = options
  const framed = await olap.stream({
    ...selectCsvLines(file),
    format: 'RowBinary',
    pool: 'writer',
    caps: fileCaps,
    signal,
  })
  const header = Buffer.from(csvHeader(file.columns, file.format === 'csv-bom'))
  const limits = split && { part: { lines: split.rows, bytes: split.bytes - header.length } }
  const pieces = readFramedLines(framed, limits)
  let isOver = false
  let rows = 0
  async function* lines() {
    let isWhole = false
    try {
      yield header
      while (!isWhole) {
        const { done, value } = await pieces.next()
        isOver = done === true
        isWhole = isOver
        if (!value) break
        rows = value.lines
        yield value.bytes
        await onRows(rows)
        isWhole = value.endsPart
      }
    } finally {
      // Who stops reading ends the statement too.
      if (!isWhole) await pieces.return(undefined)
    }
  }
  async function* parts() {
    while (!isOver) {
      const before = rows
      yield { content: lines(), rows: () => rows - before }
    }
    return undefined
  }
  return parts()
}

const ROWS_A_NOTICE = 4_096

/** The rows of each lead in file order, written in the file's format. */
async function openCellParts(options: FileBodyOptions): Promise<AsyncGenerator<Part, undefined>> {
  const { olap, file, split, signal, onRows } = options
  const lines = await olap.stream({
    ...selectCells(file),
    format: 'JSONCompactEachRow',
    pool: 'writer',
    caps: fileCaps,
    signal,
  })
  const texts = linesOf(lines)
  let next = await texts.next()
  let rows = 0
  async function* cells(most: number) {
    const before = rows
    let isWhole = false
    try {
      while (!next.done && rows - before < most) {
        yield jsonCells.parse(JSON.parse(next.value))
        rows++
        if (rows % ROWS_A_NOTICE === 0) await onRows(rows)
        next = await texts.next()
      }
      isWhole = true
    } finally {
      if (!isWhole) await texts.return(undefined)
    }
  }
  async function* parts() {
    do {
      const before = rows
      const content = writeCells(file, cells(split?.rows ?? Number.POSITIVE_INFINITY))
      yield { content, rows: () => rows - before }
    } while (!next.done)
    return undefined
  }
  return parts()
}

function writeCells(
  { format, columns }: FileBodyOptions['file'],
  cells: AsyncIterable<Cells>,
): AsyncIterable<Uint8Array> {
  if (format === 'jsonl') return writeJsonLines(columns, cells)
  return format === 'parquet' ? writeParquet(columns, cells) : writeXlsx(columns, cells)
}

function writeXlsx(columns: readonly FileColumn[], cells: AsyncIterable<Cells>): AsyncIterable<Uint8Array> {
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
  return Readable.fromWeb(workbook as ReadableStream<Uint8Array>)
}

const xlsxColumn = ({ label, kind }: FileColumn) => ({
  header: label,
  width: Math.min(Math.max(label.length + 2, 12), 40),
  ...(kind === 'date' ? { numFmt: 'yyyy-mm-dd' } : {}),
})

async function* linesOf(stream: Readable): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
  return undefined
}
