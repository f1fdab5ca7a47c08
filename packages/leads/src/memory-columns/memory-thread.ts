import { type Transferable, Worker } from 'node:worker_threads'
import { AppError } from '@freeor/kernel/errors'
import type { FirstLead } from './choose-page.ts'
import type { FromWorker, Given, Messages, MessageTo, ToWorker } from './memory-worker.ts'

/** A thread that keeps columns. Messages are worked on one after the other. */
export type MemoryThread = {
  /** Messages that it has not answered yet. */
  readonly waiting: number
  /** @param onFirst told the first leads of a page, before the answer comes */
  send<Do extends keyof Messages>(
    message: MessageTo<Do>,
    onFirst?: (first: readonly FirstLead[]) => void,
  ): Promise<Messages[Do]['given']>
  stop(): Promise<void>
}

type Waiting = {
  resolve(given: Given): void
  reject(error: Error): void
  onFirst: ((first: readonly FirstLead[]) => void) | undefined
}

/** @param onEnd told when the thread has ended by itself, with everything that it kept */
export function startMemoryThread(onEnd: (error: Error) => void): MemoryThread {
  const worker = new Worker(new URL('./memory-worker.ts', import.meta.url))
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let sent = 0
  let ended: Error | undefined

  /** @returns whether it had not ended before */
  const end = (error: Error): boolean => {
    if (ended) return false
    ended = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    return true
  }
  const endByItself = (error: Error) => {
    if (end(error)) onEnd(error)
  }
  worker.on('message', (message: FromWorker) => {
    const one = waiting.get(message.id)
    if ('first' in message) {
      one?.onFirst?.(message.first)
      return
    }
    waiting.delete(message.id)
    if ('error' in message) one?.reject(new Error(message.error))
    else one?.resolve(message.given)
  })
  worker.on('error', endByItself)
  worker.on('exit', () => endByItself(new Error('A thread of the columns ended')))
  return {
    get waiting() {
      return waiting.size
    },
    async send<Do extends keyof Messages>(message: MessageTo<Do>, onFirst?: Waiting['onFirst']) {
      if (ended) throw new AppError('unavailable', 'The columns are not in memory', { cause: ended })
      sent += 1
      const id = sent
      const given = new Promise<Given>((resolve, reject) => waiting.set(id, { resolve, reject, onFirst }))
      const toWorker = { ...message, id } as ToWorker
      worker.postMessage(toWorker, movedOf(toWorker))
      return (await given) as Messages[Do]['given']
    },
    async stop() {
      end(new Error('The thread of the columns was stopped'))
      await worker.terminate()
    },
  }
}

/** What the thread is given without being copied. */
function movedOf(message: ToWorker): Transferable[] {
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
