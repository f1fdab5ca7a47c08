import { startWorkerThread, type WorkerThread } from '@freeor/kernel/worker-thread'

export type CleanSvgMessages = { clean: { told: { text: string }; given: string } }

/** The thread takes some 100 MB, and more after large drawings. A server that gets none for so long should not hold them. */
const idleMs = 60_000

let thread: WorkerThread<CleanSvgMessages> | undefined
let idle: NodeJS.Timeout | undefined

function openThread(): WorkerThread<CleanSvgMessages> {
  if (thread) return thread
  const started = startWorkerThread<CleanSvgMessages>(new URL('./clean-svg-worker.ts', import.meta.url), {
    name: 'drawings',
    onEnd() {
      if (thread === started) thread = undefined
    },
  })
  thread = started
  return started
}

async function endIdle(): Promise<void> {
  const ended = thread
  thread = undefined
  await ended?.stop()
}

/**
 * The text of an SVG without anything that runs or loads, made in a thread of its own, one after the other.
 * @throws AppError unavailable when the thread has ended
 */
export async function cleanInThread(text: string): Promise<string> {
  clearTimeout(idle)
  const own = openThread()
  try {
    return await own.send({ do: 'clean', text })
  } finally {
    // Only the last one begins the wait: a thread that works is not idle.
    if (own.waiting === 0) idle = setTimeout(() => void endIdle(), idleMs).unref()
  }
}
