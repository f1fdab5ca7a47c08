import { rename, rm } from 'node:fs/promises'
import { inPieces } from '@freeor/clickhouse/in-pieces'
import type { Olap } from '@freeor/clickhouse/olap'
import { startWorkerThread, type WorkerThread } from '@freeor/kernel/worker-thread'
import type { Column } from '../schema.ts'
import type { NewPackedFile } from './packed-file-writer.ts'
import type { Messages } from './packing-worker.ts'
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

/** Writes the file of packed rows of one version, under another name until it is whole. */
export async function packVersion(
  { olap, signal }: { readonly olap: Olap; readonly signal: AbortSignal },
  { leads, columns }: LeadsToPack,
  file: NewPackedFile,
): Promise<void> {
  const path = unfinishedPath(file.path)
  await rm(path, { force: true })
  const thread = startPacking()
  try {
    await thread.send({ do: 'begin', ...file, path })
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
    let working: Promise<unknown> = Promise.resolve()
    for await (const bytes of inPieces(stream, PIECE)) {
      await working
      working = thread.send({ do: 'take', bytes })
      working.catch(() => undefined)
    }
    await working
    await thread.send({ do: 'end' })
    signal.throwIfAborted()
    await rename(path, file.path)
  } finally {
    await thread.stop()
    await rm(path, { force: true })
  }
}

const startPacking = (): WorkerThread<Messages> =>
  startWorkerThread(new URL('./packing-worker.ts', import.meta.url), {
    name: 'packing rows',
    // Whoever waits for it is told.
    onEnd: () => undefined,
    movedOf: (message) => (message.do === 'take' ? [message.bytes.buffer as ArrayBuffer] : []),
  })
