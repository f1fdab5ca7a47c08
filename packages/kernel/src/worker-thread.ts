import { parentPort, type Transferable, Worker } from 'node:worker_threads'
import { AppError } from './errors.ts'

/** What a thread can be told, and what it gives back, by the name of what it is to do. */
export type ThreadMessages = Record<string, { readonly told: object; readonly given: unknown }>

export type MessageTo<Messages extends ThreadMessages, Do extends keyof Messages> = {
  readonly do: Do
} & Messages[Do]['told']
export type AnyMessage<Messages extends ThreadMessages> = {
  [Do in keyof Messages]: MessageTo<Messages, Do>
}[keyof Messages]
export type AnyGiven<Messages extends ThreadMessages> = Messages[keyof Messages]['given']

type FromThread = { readonly id: number } & (
  | { readonly note: unknown }
  | { readonly given: unknown }
  | { readonly error: string }
)

export type WorkerThread<Messages extends ThreadMessages, Note = never> = {
  /** Messages that it has not answered yet. */
  readonly waiting: number
  /**
   * @param onNote told what the thread says on the way, before the answer comes
   * @throws AppError `unavailable` when it has ended
   */
  send<Do extends keyof Messages & string>(
    message: MessageTo<Messages, Do>,
    onNote?: (note: Note) => void,
  ): Promise<Messages[Do]['given']>
  stop(): Promise<void>
}

export type ThreadOptions<Messages extends ThreadMessages> = {
  /** For the error when it has ended. */
  readonly name: string
  /** Told when the thread has ended by itself, with everything that it kept. */
  onEnd(error: Error): void
  /** What the thread is given without being copied. */
  movedOf?(message: AnyMessage<Messages>): Transferable[]
}

type Waiting = {
  resolve(given: unknown): void
  reject(error: Error): void
  onNote: ((note: never) => void) | undefined
}

/** Starts a thread whose entry calls `answerMessages`. It keeps no process alive. */
export function startWorkerThread<Messages extends ThreadMessages, Note = never>(
  entry: URL,
  { name, onEnd, movedOf = () => [] }: ThreadOptions<Messages>,
): WorkerThread<Messages, Note> {
  const worker = new Worker(entry)
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
  worker.on('message', (message: FromThread) => {
    const one = waiting.get(message.id)
    if ('note' in message) return one?.onNote?.(message.note as never)
    waiting.delete(message.id)
    if ('error' in message) one?.reject(new Error(message.error))
    else one?.resolve(message.given)
  })
  worker.on('error', endByItself)
  worker.on('exit', () => endByItself(new Error(`The thread of ${name} ended`)))
  return {
    get waiting() {
      return waiting.size
    },
    async send(message, onNote) {
      if (ended) throw new AppError('unavailable', `The thread of ${name} has ended`, { cause: ended })
      sent += 1
      const id = sent
      const given = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject, onNote }))
      worker.postMessage({ ...message, id }, movedOf(message as AnyMessage<Messages>))
      return await given
    },
    async stop() {
      end(new Error(`The thread of ${name} was stopped`))
      await worker.terminate()
    },
  }
}

export type Answering<Messages extends ThreadMessages, Note> = {
  handle(
    message: AnyMessage<Messages>,
    note: (note: Note) => void,
  ): AnyGiven<Messages> | Promise<AnyGiven<Messages>>
  /** What is given back without being copied. */
  movedOf?(message: AnyMessage<Messages>, given: AnyGiven<Messages>): Transferable[]
}

/** In a thread: answers each message of the process that started it, one begun after the other. */
export function answerMessages<Messages extends ThreadMessages, Note = never>({
  handle,
  movedOf = () => [],
}: Answering<Messages, Note>): void {
  const tell = (message: FromThread, moved: Transferable[] = []) => parentPort?.postMessage(message, moved)
  parentPort?.on('message', async (message: AnyMessage<Messages> & { readonly id: number }) => {
    const { id } = message
    try {
      const given = await handle(message, (note) => tell({ id, note }))
      tell({ id, given }, movedOf(message, given))
    } catch (error) {
      tell({ id, error: String(error) })
    }
  })
}
