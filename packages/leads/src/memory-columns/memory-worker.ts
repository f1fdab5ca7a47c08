import { parentPort } from 'node:worker_threads'
import { answerRequest, answerSlice, countWhole, joinSlices, type SliceAnswer } from './answer-request.ts'
import { BlockStore, type StoreShape } from './block-store.ts'
import { fillStore } from './fill-store.ts'
import type { Slice } from './find-leads.ts'
import type { NativeReader } from './native-blocks.ts'
import type { MemoryAnswer, MemoryRequest } from './ports.ts'

/** Entry of a thread that keeps columns: seconds of scanning that no other request of the process should wait behind. */

/** What a thread is told, and what it gives back. */
export type Messages = {
  /** `thread`: its number, from 0. All threads of a version open it, and the first one fills and seals it for all. */
  open: {
    told: { readonly shape: StoreShape; readonly memory: WebAssembly.Memory; readonly thread: number }
    given: undefined
  }
  fill: { told: { readonly bytes: Uint8Array }; given: undefined }
  seal: { told: object; given: undefined }
  drop: { told: object; given: undefined }
  ask: { told: { readonly request: MemoryRequest }; given: MemoryAnswer }
  slice: { told: { readonly request: MemoryRequest; readonly slice: Slice }; given: SliceAnswer }
  join: {
    told: { readonly request: MemoryRequest; readonly slices: readonly SliceAnswer[] }
    given: MemoryAnswer
  }
}

export type MessageTo<Do extends keyof Messages> = { readonly do: Do; readonly key: string } & Messages[Do]['told']
type AnyMessage = { [Do in keyof Messages]: MessageTo<Do> }[keyof Messages]

export type ToWorker = { readonly id: number } & AnyMessage
export type FromWorker = { readonly id: number } & (
  | { readonly given: Messages[keyof Messages]['given'] }
  | { readonly error: string }
)

type Kept = { readonly store: BlockStore; readonly filling: NativeReader }

const kept = new Map<string, Kept>()

function handle(message: ToWorker): Messages[keyof Messages]['given'] {
  if (message.do === 'open') {
    const store = new BlockStore(message.shape, message.memory, message.thread)
    kept.set(message.key, { store, filling: fillStore(store) })
    return undefined
  }
  if (message.do === 'drop') {
    kept.delete(message.key)
    return undefined
  }
  const version = kept.get(message.key)
  if (!version) throw new Error('This version is not kept')
  const { store, filling } = version
  switch (message.do) {
    case 'ask':
      return answerRequest(store, message.request)
    case 'slice':
      return answerSlice(store, message.request, message.slice)
    case 'join':
      return joinSlices(store, message.request, message.slices)
    case 'fill':
      filling.take(message.bytes)
      return undefined
    case 'seal':
      filling.end()
      countWhole(store)
      return undefined
    default:
      return message satisfies never
  }
}

/** Counts by code go to the thread that joins them without being copied. */
const buffersOf = (message: ToWorker, given: ReturnType<typeof handle>): ArrayBuffer[] => {
  if (message.do !== 'slice') return []
  const { facets, cells } = given as SliceAnswer
  return [...facets, cells].map(({ buffer }) => buffer as ArrayBuffer)
}

parentPort?.on('message', (message: ToWorker) => {
  try {
    const given = handle(message)
    parentPort?.postMessage({ id: message.id, given } satisfies FromWorker, buffersOf(message, given))
  } catch (error) {
    parentPort?.postMessage({ id: message.id, error: String(error) } satisfies FromWorker)
  }
})
