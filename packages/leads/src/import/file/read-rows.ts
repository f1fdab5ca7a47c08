import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '@freeor/kernel/errors'
import type { ImportSource } from '../ports.ts'
import { Transcoder } from './encoding.ts'
import { PlainRowScanner } from './plain-rows.ts'
import type { Sample } from './read-sample.ts'
import type { RejectsFile } from './rejects-file.ts'
import { BrokenQuotes } from './row-scanner.ts'
import type { FileScan } from './scan-options.ts'

/** Packed text rarely exceeds 1:50; a bomb is 1:1000. */
const ratioLimit = 200
const ratioFreeBytes = 64 * 1024 * 1024

/** Where rows go that cannot be read. */
type Rejects = Pick<RejectsFile, 'add' | 'drained'>

export type RowReader = {
  readonly scanner: PlainRowScanner
  readonly transcoder: Transcoder
  /** Bytes of the source read so far, before unpacking. */
  bytesDone: number
  /** The scanner's rows as `Native` blocks; they can be read once. */
  readonly rows: AsyncIterable<Uint8Array>
}

export type RowsToRead = {
  readonly source: ImportSource
  readonly sample: Sample
  readonly scan: FileScan
  readonly rejects: Rejects
  /** Called after the rows of each piece of the source; a block of rows may take many pieces. */
  onPiece?(): void
}

/** Reads a source from end to end into rows the engine takes; rejects go to their file on the way. */
export function readRows({ source, sample, scan, rejects, onPiece }: RowsToRead): RowReader {
  const scanner = new PlainRowScanner({ ...scan, onReject: (reject) => rejects.add(reject) })
  const transcoder = new Transcoder(sample.encoding)
  const reader: RowReader = {
    scanner,
    transcoder,
    bytesDone: 0,
    rows: { [Symbol.asyncIterator]: () => rows() },
  }

  async function* rows(): AsyncGenerator<Uint8Array> {
    let toSkip = sample.encoding.markBytes
    const bytes = await openBytes(source, sample, (count) => {
      reader.bytesDone += count
    })
    for await (const chunk of bytes) {
      const piece = toSkip > 0 ? chunk.subarray(toSkip) : chunk
      toSkip = Math.max(0, toSkip - chunk.length)
      yield* scan1(transcoder.decode(piece), false)
      await rejects.drained()
      onPiece?.()
    }
    yield* scan1(transcoder.decode(new Uint8Array(), true), true)
  }

  function* scan1(text: Uint8Array, isLast: boolean): Generator<Uint8Array> {
    try {
      yield* scanner.scan(text, isLast)
    } catch (error) {
      if (error instanceof BrokenQuotes)
        throw new AppError('invalid_request', error.message, { cause: error })
      throw error
    }
  }
  return reader
}

async function openBytes(
  source: ImportSource,
  sample: Sample,
  onBytes: (count: number) => void,
): Promise<AsyncIterable<Buffer>> {
  // The unpacker still holds a piece while the next is read.
  if (!sample.isGzipped && source.readInPlace) return counted(source.readInPlace(), onBytes)
  const raw = counted((await source.read()) as AsyncIterable<Buffer>, onBytes)
  return sample.isGzipped ? unpacked(raw) : raw
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  onBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onBytes(chunk.length)
    yield chunk
  }
}

/** Unpacks step by step, so that the ratio reveals a bomb before it fills the memory. */
async function* unpacked(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  let read = 0
  let given = 0
  const feeding = feed(packed, gunzip, (count) => {
    read += count
  })
  feeding.catch((error: unknown) => gunzip.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    for await (const chunk of gunzip as Readable as AsyncIterable<Buffer>) {
      given += chunk.length
      if (given > ratioFreeBytes && given > read * ratioLimit)
        throw new AppError(
          'invalid_request',
          'The gzip file unpacks to over 200 times its size: it is not imported',
        )
      yield chunk
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid_request', 'The gzip file is damaged or cut short', { cause: error })
  } finally {
    gunzip.destroy()
    await feeding.catch(() => undefined)
  }
}

async function feed(
  packed: AsyncIterable<Buffer>,
  gunzip: ReturnType<typeof createGunzip>,
  onBytes: (count: number) => void,
): Promise<void> {
  for await (const chunk of packed) {
    if (gunzip.destroyed) return
    onBytes(chunk.length)
    if (!gunzip.write(chunk)) await Promise.race([once(gunzip, 'drain'), once(gunzip, 'close')])
  }
  gunzip.end()
}
