import { parentPort } from 'node:worker_threads'
import { answerRequest, tallyWhole, type WholeTallies } from './answer-request.ts'
import { BlockStore } from './block-store.ts'
import { fillStore } from './fill-store.ts'
import type { NativeReader } from './native-blocks.ts'
import type { KeptColumn, MemoryAnswer, MemoryRequest } from './ports.ts'

/** Entry of the thread that keeps columns: seconds of scanning that no other request of the process should wait behind. */

export type ToWorker = { readonly id: number } & (
  | {
      readonly do: 'open'
      readonly key: string
      readonly columns: readonly KeptColumn[]
      readonly rows: number
    }
  | { readonly do: 'fill'; readonly key: string; readonly bytes: Uint8Array }
  | { readonly do: 'seal'; readonly key: string }
  | { readonly do: 'drop'; readonly key: string }
  | { readonly do: 'ask'; readonly key: string; readonly request: MemoryRequest }
)

export type FromWorker = { readonly id: number } & (
  | { readonly answer: MemoryAnswer | undefined }
  | { readonly error: string }
)

type Kept = { readonly store: BlockStore; readonly filling: NativeReader; whole: WholeTallies }

const kept = new Map<string, Kept>()

function handle(message: ToWorker): MemoryAnswer | undefined {
  if (message.do === 'open') {
    const store = new BlockStore(message.columns, message.rows)
    kept.set(message.key, { store, filling: fillStore(store), whole: new Map() })
    return undefined
  }
  if (message.do === 'drop') {
    kept.delete(message.key)
    return undefined
  }
  const version = kept.get(message.key)
  if (!version) throw new Error('This version is not kept')
  if (message.do === 'ask') return answerRequest(version.store, message.request, version.whole)
  if (message.do === 'fill') version.filling.take(message.bytes)
  else {
    version.filling.end()
    version.whole = tallyWhole(version.store)
  }
  return undefined
}

parentPort?.on('message', (message: ToWorker) => {
  try {
    parentPort?.postMessage({ id: message.id, answer: handle(message) } satisfies FromWorker)
  } catch (error) {
    parentPort?.postMessage({ id: message.id, error: String(error) } satisfies FromWorker)
  }
})
