import { Worker } from 'node:worker_threads'
import { AppError } from '@freeor/kernel/errors'
import type { FromWorker, ToWorker } from './memory-worker.ts'
import type { MemoryAnswer } from './ports.ts'

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never

/** The thread that keeps columns. Messages are worked on one after the other. */
export type MemoryThread = {
  send(message: WithoutId<ToWorker>): Promise<MemoryAnswer | undefined>
  stop(): Promise<void>
}

type Waiting = { resolve(answer: MemoryAnswer | undefined): void; reject(error: Error): void }

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
    waiting.delete(message.id)
    if ('error' in message) one?.reject(new Error(message.error))
    else one?.resolve(message.answer)
  })
  worker.on('error', endByItself)
  worker.on('exit', () => endByItself(new Error('The thread of the columns ended')))
  return {
    async send(message) {
      if (ended) throw new AppError('unavailable', 'The columns are not in memory', { cause: ended })
      sent += 1
      const id = sent
      const answer = new Promise<MemoryAnswer | undefined>((resolve, reject) =>
        waiting.set(id, { resolve, reject }),
      )
      const moved = message.do === 'fill' ? [message.bytes.buffer as ArrayBuffer] : []
      worker.postMessage({ ...message, id } as ToWorker, moved)
      return await answer
    },
    async stop() {
      end(new Error('The thread of the columns was stopped'))
      await worker.terminate()
    },
  }
}
