import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '@freeor/kernel/errors'
import { findWrapped, unwrapRows, type WrappedColumns } from '../cells/wrapped-cells.ts'
import type { ImportSource } from '../ports.ts'
import { asRows, type Dialect, sampleRows, sniffDialect, wholeRows } from './dialect.ts'
import { decodeSample, type SniffedEncoding, sniffEncoding } from './encoding.ts'
import { findLayout, type Layout } from './layout.ts'
import { refuseBinary, refuseOtherFormats, refuseOtherTexts } from './refuse-formats.ts'
import { RowScanner } from './row-scanner.ts'
import { limits, type Reject } from './scan-options.ts'
import { findStrays, type StrayRows, withoutStrays } from './stray-rows.ts'

const headBytes = 2 * 1024 * 1024
const windowBytes = 96 * 1024
const windowCount = 24
const sampleLimit = 12_000

export type Sample = {
  readonly isGzipped: boolean
  readonly encoding: SniffedEncoding
  readonly dialect: Dialect
  readonly layout: Layout
  readonly strays: StrayRows
  /** Columns of the file in which something is around the values; `rows` have the values. */
  readonly wrapped: WrappedColumns
  /** Rows of data from the beginning and from places spread over the file. */
  readonly rows: readonly (readonly string[])[]
  /** Not counting blanks, tabs and line ends: whether `rows` is the whole file. */
  readonly isWhole: boolean
}

/**
 * Looks at the beginning of a file and at pieces all over it.
 * @throws AppError `invalid_request` with a sentence that says what the file is when it is no delimited text.
 */
export async function readSample(source: ImportSource): Promise<Sample> {
  // A stream cannot be opened on bytes 0 to -1.
  if (source.bytes === 0) throw new AppError('invalid_request', 'The file is empty')
  const raw = await readBytes(
    await source.read({ start: 0, end: Math.min(headBytes, source.bytes) - 1 }),
    headBytes,
  )
  const isGzipped = raw[0] === 0x1f && raw[1] === 0x8b
  refuseOtherFormats(raw)
  const head = isGzipped ? await unpackHead(source) : raw
  const isWhole = isGzipped ? head.length < headBytes : source.bytes <= headBytes
  const windows = isWhole || isGzipped ? [] : await readWindows(source)
  const encoding = sniffEncoding([head, ...windows])
  const text = decodeSample(head.subarray(encoding.markBytes), encoding.encoding)
  refuseBinary(text)
  refuseOtherTexts(text)
  const dialect = sniffDialect(text)
  const { rows, firstReject } = rowsOf(isWhole ? text : cut(text, dialect), dialect)
  refuseNothing(rows)
  refuseWidth(rows)
  const layout = findLayout(rows)
  if (rows.length <= layout.skipRows) throw noRow(firstReject)
  const parts = windows.map((window, i) =>
    windowRows(window, { encoding, dialect }, i === windows.length - 1),
  )
  const skipped = rows.slice(0, layout.skipRows)
  const below = rows.slice(layout.skipRows)
  const strays = findStrays(skipped, [below, ...parts].flat(), parts.at(-1) ?? below)
  const leadsOf = (some: string[][]) => wholeRowsOf(withoutStrays(some, skipped, strays), layout)
  const body = thin(leadsOf(below))
  for (const part of parts) body.push(...leadsOf(part).slice(0, 400))
  const wrapped = findWrapped(body, layout.width)
  return {
    isGzipped,
    encoding,
    dialect,
    layout,
    strays,
    wrapped,
    rows: unwrapRows(body, wrapped),
    isWhole: isWhole && body.length >= rows.length - 1,
  }
}

function refuseNothing(rows: readonly (readonly string[])[]): void {
  if (!rows.some((row) => row.some((cell) => cell !== '')))
    throw new AppError('invalid_request', 'There is no row in this file')
}

function refuseWidth(rows: readonly (readonly string[])[]): void {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (width <= limits.columns) return
  const columns = width.toLocaleString('en-US')
  throw new AppError('invalid_request', `A row has ${columns} cells; at most ${limits.columns} can be read`)
}

function cut(text: Uint8Array, { crEndsRow }: Dialect): Uint8Array {
  const whole = wholeRows(text, crEndsRow)
  if (whole.length === text.length && text.at(-1) !== 10 && text.at(-1) !== 13)
    throw new AppError(
      'invalid_request',
      'The first line does not end within 2 MiB: this is no table of rows',
    )
  return whole
}

type ReadRows = { readonly rows: string[][]; readonly firstReject: Reject | undefined }

function rowsOf(text: Uint8Array, dialect: Dialect): ReadRows {
  let firstReject: Reject | undefined
  try {
    const rows = sampleRows(text, dialect, (reject) => {
      firstReject ??= reject
    })
    return { rows, firstReject }
  } catch (cause) {
    throw new AppError('invalid_request', 'Quotes are opened again and again and never closed', { cause })
  }
}

const noRow = (reject: Reject | undefined): AppError =>
  new AppError(
    'invalid_request',
    reject
      ? `No row below the header of this file can be read; line ${reject.line}: ${reject.reason}`
      : 'There is no row below the header of this file',
  )

/** Every second row and so on, so that a long head does not outweigh the rest of the file. */
function thin(rows: string[][]): string[][] {
  const step = Math.ceil(rows.length / sampleLimit)
  return step <= 1 ? rows : rows.filter((_, index) => index % step === 0)
}

/** The rows that the import stores, with the empty cells that they may leave off. */
function wholeRowsOf(rows: string[][], { width, isRagged }: Layout): string[][] {
  if (!isRagged) return rows.filter((row) => row.length === width)
  return rows
    .filter((row) => row.length <= width)
    .map((row) => [...row, ...new Array<string>(width - row.length).fill('')])
}

/** The whole rows of a piece of the file. @param isEnd whether the file ends with it, and its last row is whole, too */
function windowRows(
  window: Uint8Array,
  { encoding, dialect }: Pick<Sample, 'encoding' | 'dialect'>,
  isEnd: boolean,
): string[][] {
  const text = decodeSample(window, encoding.encoding)
  const at = text.indexOf(dialect.crEndsRow ? 13 : 10)
  if (at < 0) return []
  const scanner = new RowScanner(dialect)
  return asRows(scanner.push(text.subarray(at + 1), isEnd))
}

async function readWindows(source: ImportSource): Promise<Uint8Array[]> {
  const windows: Uint8Array[] = []
  // No window may overlap another: a row seen twice would make an id look repeated.
  const count = Math.min(windowCount, Math.floor((source.bytes - headBytes) / windowBytes))
  // The last one ends where the file does: notes and totals are there.
  const step = (source.bytes - headBytes - windowBytes) / Math.max(1, count - 1)
  for (let i = 0; i < count; i++) {
    // UTF-16 needs an even position.
    const start = Math.floor((source.bytes - windowBytes - step * (count - 1 - i)) / 2) * 2
    windows.push(await readBytes(await source.read({ start, end: start + windowBytes - 1 }), windowBytes))
  }
  return windows
}

async function readBytes(stream: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

async function unpackHead(source: ImportSource): Promise<Buffer> {
  const packed = await source.read()
  const unpacked = packed.pipe(createGunzip())
  packed.on('error', (error) => unpacked.destroy(error))
  try {
    return await readBytes(unpacked, headBytes)
  } catch (cause) {
    throw new AppError('invalid_request', 'The gzip file is damaged', { cause })
  } finally {
    packed.destroy()
  }
}
