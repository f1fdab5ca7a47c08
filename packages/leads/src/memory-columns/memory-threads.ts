import { availableParallelism } from 'node:os'
import { MessageChannel } from 'node:worker_threads'
import { choosePage, type FirstLead } from './choose-page.ts'
import { type MemoryThread, startMemoryThread } from './memory-thread.ts'
import {
  type AskOptions,
  BLOCK_ROWS,
  type KeptColumn,
  type MemoryAnswer,
  type MemoryRequest,
  type PagePlace,
} from './ports.ts'

/** A machine with more processors has other work for them too. */
const MOST_THREADS = 4
export const usualThreads = Math.min(availableParallelism(), MOST_THREADS)

/** A slice of fewer blocks, about 260,000 leads, is done before another thread has taken up its part. */
export const usualSlice = 32

/** Threads that read the columns of the same versions in shared memory. */
export type MemoryThreads = {
  /** How many of them keep a version: a small one is not divided, and each thread needs memory of its own for it. */
  threadsFor(rows: number): number
  open(key: string, columns: readonly KeptColumn[], rows: number): Promise<void>
  fill(key: string, bytes: Uint8Array): Promise<void>
  /** All cells are there: from now on the version can be asked. */
  seal(key: string): Promise<void>
  ask(key: string, request: MemoryRequest, onPage?: AskOptions['onPage']): Promise<MemoryAnswer>
  drop(key: string): void
  stop(): Promise<void>
}

export type MemoryThreadsOptions = {
  readonly threads: number
  /** The fewest blocks that a thread is asked for when others are asked for the rest. */
  readonly slice: number
  /** Told once when a thread has ended by itself: then all of them are stopped, with everything that they kept. */
  readonly onEnd: (error: Error) => void
}

/**
 * A request is worked on by all threads that have nothing to do, each on a slice of the blocks; where all are busy by one
 * thread alone. So one person gets the whole machine, and many people do not pay for it.
 */
export function startMemoryThreads({ threads: count, slice, onEnd }: MemoryThreadsOptions): MemoryThreads {
  let isOver = false
  const stop = async () => {
    isOver = true
    await Promise.all(threads.map((thread) => thread.stop()))
  }
  const endByItself = (error: Error) => {
    if (isOver) return
    void stop()
    onEnd(error)
  }
  const threads: MemoryThread[] = Array.from({ length: count }, () => startMemoryThread(endByItself))
  const [first, ...others] = threads
  if (!first) throw new RangeError('Columns are kept by one thread at least')
  for (const other of others) introduce(first, other)
  const threadsFor = (rows: number) => Math.max(1, Math.min(count, Math.floor(rows / BLOCK_ROWS / slice)))
  /** The threads that keep each version. */
  const keepers = new Map<string, readonly MemoryThread[]>()
  const leastBusy = (some: readonly MemoryThread[]) =>
    some.reduce((least, one) => (one.waiting < least.waiting ? one : least), some[0] ?? first)

  return {
    threadsFor,
    async open(key, columns, rows) {
      const shape = { columns, rows, threads: threadsFor(rows) }
      keepers.set(key, threads.slice(0, shape.threads))
      await first.send({ do: 'open', key, shape })
    },
    fill: async (key, bytes) => await first.send({ do: 'fill', key, bytes }),
    seal: async (key) => await first.send({ do: 'seal', key }),
    async ask(key, request, onPage) {
      const own = keepers.get(key) ?? []
      const idle = own.filter(({ waiting }) => waiting === 0)
      // What all leads are like is known already.
      const isDivided = idle.length >= 2 && request.parts.length > 0
      const page = pageOfSlices(isDivided ? idle.length : 1, request, onPage)
      if (!isDivided) {
        const counts = await leastBusy(own).send({ do: 'ask', key, request }, page.take)
        return { ...counts, page: page.chosen }
      }
      const slices = await Promise.all(
        idle.map(
          async (thread, index) =>
            await thread.send({ do: 'slice', key, request, slice: { index, of: idle.length } }, page.take),
        ),
      )
      return { ...(await leastBusy(own).send({ do: 'join', key, request, slices })), page: page.chosen }
    },
    drop(key) {
      keepers.delete(key)
      // A thread that has ended keeps nothing.
      for (const thread of threads) void thread.send({ do: 'drop', key }).catch(() => undefined)
    },
    stop,
  }
}

/** The page of a request, once each of some slices has told its first leads. */
function pageOfSlices(slices: number, { page }: MemoryRequest, onPage: AskOptions['onPage']) {
  const firsts: (readonly FirstLead[])[] = []
  let chosen: readonly PagePlace[] = []
  return {
    get chosen() {
      return chosen
    },
    take(first: readonly FirstLead[]): void {
      firsts.push(first)
      if (!page || firsts.length < slices) return
      chosen = choosePage(firsts, page)
      onPage?.(chosen)
    },
  }
}

/** Where a thread has ended meanwhile, all of them are stopped. */
function introduce(first: MemoryThread, other: MemoryThread): void {
  const { port1, port2 } = new MessageChannel()
  void first.send({ do: 'lead', port: port1 }).catch(() => undefined)
  void other.send({ do: 'follow', port: port2 }).catch(() => undefined)
}
