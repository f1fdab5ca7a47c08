import { Worker } from 'node:worker_threads'
import { Cache } from '@freeor/kernel/cache'
import { AppError } from '@freeor/kernel/errors'
import { type Limits, openLimiter } from '@freeor/kernel/limiter'
import { coursesCaches, coursesLimits } from '../../limits.ts'
import type { CertificateFacts } from '../facts.ts'

export type Rendering = { readonly id: number; readonly facts: CertificateFacts }

export type Rendered = { readonly id: number } & ({ readonly pdf: Uint8Array } | { readonly error: string })

/** Sets certificates in a thread of its own, one after the other. */
export type CertificateRendering = {
  /**
   * The certificate as a PDF. The same facts requested again, at the same time or soon after, are set once.
   * @throws AppError unavailable while too many others wait, or when it takes too long
   */
  render(facts: CertificateFacts): Promise<Uint8Array>
  close(): Promise<void>
}

export type RenderingOptions = {
  readonly limits?: Limits
  /** The thread is replaced after this many certificates, so that nothing can grow in it for long. */
  readonly certificatesPerThread?: number
  /**
   * The thread takes 120 MB, and some 270 once a name of every script was set (resident, over 100 of each). A server
   * that sets nothing for so long should not hold them.
   */
  readonly idleMs?: number
}

const patienceMs = 30_000

type Waiting = { resolve(pdf: Uint8Array): void; reject(error: unknown): void }

const busy = (detail: string) => new AppError('unavailable', detail, { details: { retryAfter: 5 } })

/** One thread with the certificates that wait for it. */
type Thread = {
  render(facts: CertificateFacts): Promise<Uint8Array>
  /** No more are given to it; it ends when the last one is done. */
  retire(): void
  /** Ends it now; those who wait get the error. */
  stop(error?: unknown): Promise<void>
}

function startThread(onFailure: () => void): Thread {
  const worker = new Worker(new URL('./certificate-worker.ts', import.meta.url))
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let isRetired = false

  const stop = async (error: unknown = busy('The certificate could not be made. Please try again.')) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    onFailure()
    await worker.terminate()
  }
  worker.on('message', (rendered: Rendered) => {
    const one = waiting.get(rendered.id)
    waiting.delete(rendered.id)
    if ('pdf' in rendered) one?.resolve(rendered.pdf)
    else one?.reject(new Error(rendered.error))
    if (isRetired && waiting.size === 0) void worker.terminate()
  })
  worker.on('error', (error) => void stop(error))
  return {
    async render(facts) {
      asked += 1
      const id = asked
      const timer = setTimeout(() => void stop(), patienceMs).unref()
      const pdf = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }))
      worker.postMessage({ id, facts } satisfies Rendering)
      return await pdf.finally(() => clearTimeout(timer))
    },
    retire() {
      isRetired = true
      if (waiting.size === 0) void worker.terminate()
    },
    stop,
  }
}

/** A request beyond what the limits allow is asked to retry. */
export function openCertificateRendering(options: RenderingOptions = {}): CertificateRendering {
  const { limits = coursesLimits.certificates, certificatesPerThread = 1000, idleMs = 60_000 } = options
  const set = new Cache<Uint8Array>(coursesCaches.certificates)
  const limiter = openLimiter(limits, {
    refuse: () => busy('Many certificates are being made. Please try again in a moment.'),
  })
  let thread: Thread | undefined
  let given = 0
  let running = 0
  let idle: NodeJS.Timeout | undefined

  function nextThread(): Thread {
    if (thread !== undefined && given >= certificatesPerThread) {
      thread.retire()
      thread = undefined
    }
    if (thread !== undefined) return thread
    given = 0
    const started = startThread(() => {
      if (thread === started) thread = undefined
    })
    thread = started
    return started
  }

  async function draw(facts: CertificateFacts): Promise<Uint8Array> {
    clearTimeout(idle)
    const own = nextThread()
    given += 1
    running += 1
    try {
      return await own.render(facts)
    } finally {
      running -= 1
      // Only the last one begins the wait: a thread that works is not idle.
      if (running === 0) idle = setTimeout(() => void thread?.stop(), idleMs).unref()
    }
  }

  return {
    async render(facts) {
      return await set.load(
        JSON.stringify(facts),
        async () => await limiter.run({}, async () => await draw(facts)),
      )
    },
    async close() {
      clearTimeout(idle)
      await thread?.stop()
    },
  }
}
