import type { Transferable } from 'node:worker_threads'
import { type AnyMessage, startWorkerThread, type WorkerThread } from '@freeor/kernel/worker-thread'
import type { FirstLead } from './choose-page.ts'
import type { Messages } from './memory-worker.ts'

/** A thread that keeps columns. Before an answer it tells the first leads of the page. */
export type MemoryThread = WorkerThread<Messages, readonly FirstLead[]>

/** @param onEnd told when the thread has ended by itself, with everything that it kept */
export const startMemoryThread = (onEnd: (error: Error) => void): MemoryThread =>
  startWorkerThread(new URL('./memory-worker.ts', import.meta.url), {
    name: 'the columns in memory',
    onEnd,
    movedOf,
  })

function movedOf(message: AnyMessage<Messages>): Transferable[] {
  switch (message.do) {
    case 'lead':
    case 'follow':
      return [message.port]
    case 'fill':
      return [message.bytes.buffer as ArrayBuffer]
    case 'join':
      return message.slices.flatMap(({ facets, cells }) =>
        [...facets, cells].map(({ buffer }) => buffer as ArrayBuffer),
      )
    default:
      return []
  }
}
