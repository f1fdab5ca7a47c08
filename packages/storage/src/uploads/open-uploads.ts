import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError } from '@freeor/kernel/errors'
import type { FileStore } from '../ports.ts'
import { coverFromStart, cutPieces, type Part, type Piece } from './cover.ts'

/** What was said of an upload when it began. */
export type UploadNote = {
  readonly size: number
  readonly metadata: Readonly<Record<string, string | null>>
  readonly createdAt: string
}

export type Upload = UploadNote & {
  /** How many bytes from the first on have arrived. */
  readonly offset: number
  /** All that has arrived, or `start` to `end`, both included. */
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>
}

/** Uploads that arrive in pieces, at whichever server on the same file store. An id has letters, digits and `_`. */
export type Uploads = {
  begin(id: string, note: UploadNote): Promise<void>
  /**
   * Stores what comes from `offset` on. What had arrived when `body` fails is kept.
   * @returns the offset after it
   */
  append(id: string, offset: number, body: AsyncIterable<Uint8Array>): Promise<number>
  find(id: string): Promise<Upload | undefined>
  remove(id: string): Promise<void>
  /** The uploads whose id begins so, each with the time at which something of it last arrived. */
  list(beginning: string): Promise<ReadonlyMap<string, Date>>
}

/** One file of the store; what a server that is killed in the middle of one had not stored yet is sent again. */
const partBytes = 16 * 1024 ** 2
const noteEnding = 'note'

/**
 * Keeps uploads in a file store, below `folder`. Each piece is a file of its own, since S3 cannot append to one:
 * `ID.note`, and `ID.OFFSET-RANDOM` for each part. Two requests never write the same file, so no lock is needed.
 */
export function openUploads(
  files: FileStore,
  folder: string,
  { partSize = partBytes }: { partSize?: number } = {},
): Uploads {
  const keyOf = (id: string, ending: string) => `${folder}/${id}.${ending}`

  async function append(id: string, offset: number, body: AsyncIterable<Uint8Array>): Promise<number> {
    const source = openSource(body)
    let at = offset
    for (let first = await source.next(); first; first = await source.next()) {
      const key = keyOf(id, `${String(at).padStart(15, '0')}-${randomBytes(6).toString('hex')}`)
      const { bytes } = await files.write(key, Readable.from(partOf(source, first, partSize)))
      at += bytes
    }
    if (source.failure) throw source.failure
    return at
  }

  async function find(id: string): Promise<Upload | undefined> {
    const note = await readNote(files, keyOf(id, noteEnding))
    if (!note) return undefined
    const parts: Part[] = []
    for await (const { key, bytes } of files.list(keyOf(id, '')))
      if (!key.endsWith(noteEnding)) parts.push({ key, bytes, start: startOf(key) })
    const { bytes, pieces } = coverFromStart(parts)
    return {
      ...note,
      offset: bytes,
      read: async (range) =>
        Readable.from(contentOf(files, range ? cutPieces(pieces, range) : pieces), { objectMode: false }),
    }
  }

  return {
    begin: async (id, note) =>
      void (await files.write(keyOf(id, noteEnding), Readable.from([Buffer.from(JSON.stringify(note))]))),
    append,
    find,
    async remove(id) {
      // The note first: without it there is no such upload.
      await files.remove(keyOf(id, noteEnding))
      for await (const { key } of files.list(keyOf(id, ''))) await files.remove(key)
    },
    async list(beginning) {
      const found = new Map<string, Date>()
      for await (const { key, modifiedAt } of files.list(`${folder}/${beginning}`)) {
        const id = key.slice(folder.length + 1, key.lastIndexOf('.'))
        const before = found.get(id)
        found.set(id, before && before > modifiedAt ? before : modifiedAt)
      }
      return found
    },
  }
}

const startOf = (key: string): number => Number(/\.(\d+)-/.exec(key.slice(key.lastIndexOf('.')))?.[1])

async function readNote(files: FileStore, key: string): Promise<UploadNote | undefined> {
  try {
    return JSON.parse(await text(await files.read(key))) as UploadNote
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

type Source = {
  /** The next bytes; undefined at the end, and once the body failed. */
  next(): Promise<Uint8Array | undefined>
  failure: unknown
}

function openSource(body: AsyncIterable<Uint8Array>): Source {
  const chunks = body[Symbol.asyncIterator]()
  const source: Source = {
    failure: undefined,
    async next() {
      try {
        const { value, done } = await chunks.next()
        return done ? undefined : value
      } catch (error) {
        source.failure = error
        return undefined
      }
    },
  }
  return source
}

async function* partOf(source: Source, first: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  let written = 0
  for (let chunk: Uint8Array | undefined = first; chunk; chunk = await source.next()) {
    yield chunk
    written += chunk.byteLength
    if (written >= size) return
  }
}

async function* contentOf(files: FileStore, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const { key, from, to } of pieces) {
    const body = await files.read(key, { start: from, end: to })
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) yield chunk
    } catch (cause) {
      throw cause instanceof AppError
        ? cause
        : new AppError('unavailable', 'The file store does not answer', { cause })
    }
  }
}
