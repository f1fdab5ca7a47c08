import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { MessagePort } from 'node:worker_threads'
import type { NativeReader } from '@freeor/clickhouse/native-blocks'
import { type AnyGiven, type AnyMessage, answerMessages, type MessageTo } from '@freeor/kernel/worker-thread'
import {
  answerRequest,
  answerSlice,
  countWhole,
  joinSlices,
  type OnFirst,
  type SliceAnswer,
} from './answer-request.ts'
import { BlockStore, openSharedMemory, type StoreShape } from './block-store.ts'
import type { FirstLead } from './choose-page.ts'
import { fillStore } from './fill-store.ts'
import type { Slice } from './find-leads.ts'
import type { MemoryCounts, MemoryRequest } from './ports.ts'

/** Entry of a thread that keeps columns: seconds of scanning that no other request of the process should wait behind. */

type Version = { readonly key: string }

/**
 * What a thread is told, and what it gives back. The first thread opens, fills and seals a version for all of them. Before
 * the counts that it was asked for, a thread tells the first leads of the page.
 */
export type Messages = {
  /** The first thread is told of each other one, and that one of the first. */
  lead: { told: { readonly port: MessagePort }; given: undefined }
  follow: { told: { readonly port: MessagePort }; given: undefined }
  open: { told: Version & { readonly shape: StoreShape }; given: undefined }
  fill: { told: Version & { readonly bytes: Uint8Array }; given: undefined }
  seal: { told: Version; given: undefined }
  drop: { told: Version; given: undefined }
  ask: { told: Version & { readonly request: MemoryRequest }; given: MemoryCounts }
  slice: { told: Version & { readonly request: MemoryRequest; readonly slice: Slice }; given: SliceAnswer }
  join: {
    told: Version & { readonly request: MemoryRequest; readonly slices: readonly SliceAnswer[] }
    given: MemoryCounts
  }
}

type Message<Do extends keyof Messages> = MessageTo<Messages, Do>
type Given = AnyGiven<Messages>

/** From the first thread to the others: a version whose memory it has opened. They answer with what went wrong, if anything. */
type Opened = Version & {
  readonly shape: StoreShape
  readonly memory: WebAssembly.Memory
  readonly thread: number
}
type Taken = { readonly error?: string }

type Kept = { readonly store: BlockStore; readonly filling: NativeReader }

const kept = new Map<string, Kept>()
const followers: MessagePort[] = []

function keep({ key, shape, memory, thread }: Opened): void {
  const store = new BlockStore(shape, memory, thread)
  kept.set(key, { store, filling: fillStore(store) })
}

/**
 * The memory never passes through the thread of the server: it is freed when the last thread that has seen it collects its
 * garbage, and none knows how much it is.
 */
async function open({ key, shape }: Message<'open'>): Promise<undefined> {
  const opened = { key, shape, memory: openSharedMemory(shape) }
  keep({ ...opened, thread: 0 })
  const taken = followers.slice(0, shape.threads - 1).map(async (port, i) => {
    const answer = once(port, 'message') as Promise<[Taken]>
    port.postMessage({ ...opened, thread: i + 1 } satisfies Opened)
    const [{ error }] = await answer
    if (error !== undefined) throw new Error(error)
  })
  await Promise.all(taken)
}

function follow(port: MessagePort): undefined {
  port.on('message', (opened: Opened) => {
    try {
      keep(opened)
      port.postMessage({} satisfies Taken)
    } catch (error) {
      port.postMessage({ error: String(error) } satisfies Taken)
    }
  })
}

// Node has no other way to free a memory that threads share: its size is not counted in any of them.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function drop(key: string): undefined {
  if (kept.delete(key)) collectGarbage()
}

function handle(message: AnyMessage<Messages>, tellFirst: OnFirst): Given | Promise<Given> {
  switch (message.do) {
    case 'lead':
      followers.push(message.port)
      return undefined
    case 'follow':
      return follow(message.port)
    case 'open':
      return open(message)
    case 'drop':
      return drop(message.key)
    default:
      return handleKept(message, tellFirst)
  }
}

type OfKept = Exclude<AnyMessage<Messages>, { do: 'lead' | 'follow' | 'open' | 'drop' }>

function handleKept(message: OfKept, tellFirst: OnFirst): Given {
  const version = kept.get(message.key)
  if (!version) throw new Error('This version is not kept')
  const { store, filling } = version
  switch (message.do) {
    case 'ask':
      return answerRequest(store, message.request, tellFirst)
    case 'slice':
      return answerSlice(store, message, tellFirst)
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
const buffersOf = (message: AnyMessage<Messages>, given: Given): ArrayBuffer[] => {
  if (message.do !== 'slice') return []
  const { facets, cells } = given as SliceAnswer
  return [...facets, cells].map(({ buffer }) => buffer as ArrayBuffer)
}

answerMessages<Messages, readonly FirstLead[]>({ handle, movedOf: buffersOf })
