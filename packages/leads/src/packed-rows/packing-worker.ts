import { parentPort, workerData } from 'node:worker_threads'
import { type NewPackedFile, PackedFileWriter } from './packed-file-writer.ts'

/** Entry of the thread that writes packed rows: a minute of work that no request should wait behind. */

/** The bytes of the texts, see `PackedFileWriter.take`; at their end `end`. */
export type ToPacking = Uint8Array | 'end'
/** Each message is answered: with how many leads there are after the last one. */
export type FromPacking = { readonly leads?: number }

const writer = new PackedFileWriter(workerData as NewPackedFile)

parentPort?.on('message', (message: ToPacking) => {
  if (message === 'end') {
    parentPort?.postMessage({ leads: writer.end() } satisfies FromPacking)
    parentPort?.close()
    return
  }
  writer.take(message)
  parentPort?.postMessage({} satisfies FromPacking)
})
