import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { inPieces } from '@freeor/clickhouse/in-pieces'
import type { Olap } from '@freeor/clickhouse/olap'
import type { Column } from '../schema.ts'
import type { NewPackedFile } from './packed-file-writer.ts'
import type { FromPacking, ToPacking } from './packing-worker.ts'
import { packedText } from './page-columns.ts'

/** Fifty million leads take half an hour. */
const caps = { seconds: 6 * 3_600, bytes: 2 ** 30 }
/** Each is a message to the thread. */
const PIECE = 1 << 20

const unfinishedPath = (path: string): string => `${path}.unfinished`

export type LeadsToPack = {
  /** The version's table in the engine. */
  readonly leads: string
  readonly columns: readonly Column[]
}

/**
 * Writes the file of packed rows of one version, under another name until it is whole.
 * @returns how many leads are in it
 */
export async function packVersion(
  { olap, signal }: { readonly olap: Olap; readonly signal: AbortSignal },
  { leads, columns }: LeadsToPack,
  file: NewPackedFile,
): Promise<number> {
  const path = unfinishedPath(file.path)
  await rm(path, { force: true })
  const thread = startPacking({ ...file, path })
  try {
    // The cells as the engine answers a page, so that they are read the same way. One thread: it need not be quick.
    const stream = await olap.stream({
      sql: `SELECT toUInt32(row), ${packedText(columns)} FROM ${leads}
        SETTINGS output_format_json_quote_64bit_integers = 1, max_threads = 1, max_block_size = 8192`,
      pool: 'writer',
      format: 'RowBinary',
      caps,
      signal,
    })
    // The next piece is read while the thread works on one.
    let working: Promise<FromPacking> | undefined
    for await (const piece of inPieces(stream, PIECE)) {
      await working
      working = thread.send(piece)
      working.catch(() => undefined)
    }
    await working
    const { leads: packed = 0 } = await thread.send('end')
    signal.throwIfAborted()
    await rename(path, file.path)
    return packed
  } finally {
    await thread.stop()
    await rm(path, { force: true })
  }
}

function startPacking(file: NewPackedFile) {
  const worker = new Worker(new URL('./packing-worker.ts', import.meta.url), { workerData: file })
  worker.unref()
  // Also of a thread that failed before anything was sent to it.
  const failed = once(worker, 'exit').then(() => {
    throw new Error('The thread that packs rows ended')
  })
  failed.catch(() => undefined)
  return {
    async send(message: ToPacking): Promise<FromPacking> {
      const answer = once(worker, 'message')
      worker.postMessage(message, message === 'end' ? [] : [message.buffer as ArrayBuffer])
      const [given] = await Promise.race([answer, failed])
      return given as FromPacking
    },
    stop: async () => void (await worker.terminate()),
  }
}
