import { Worker } from 'node:worker_threads'
import type { InvoiceAnswer } from '@freeor/billing/schema'
import { Cache } from '@freeor/kernel/cache'
import { AppError } from '@freeor/kernel/errors'
import { type Limits, openLimiter } from '@freeor/kernel/limiter'
import type { InvoiceParties } from './invoice-document.ts'
import { serverCaches, serverLimits } from './limits.ts'

export type Rendering = {
  readonly id: number
  readonly invoice: InvoiceAnswer
  readonly parties: InvoiceParties
}

export type Rendered = { readonly id: number } & ({ readonly pdf: Uint8Array } | { readonly error: string })

/** Draws invoices in a thread of its own, one after the other. */
export type InvoiceRendering = {
  /**
   * The invoice as a PDF. The same invoice requested again, at the same time or soon after, is drawn once.
   * @throws AppError unavailable while too many others wait, or when drawing takes too long
   */
  render(invoice: InvoiceAnswer, parties: InvoiceParties): Promise<Uint8Array>
  close(): Promise<void>
}

const patienceMs = 30_000
/** The renderer and its fonts take some 100 MB, which a server that draws nothing should not hold. */
const idleMs = 60_000

type Waiting = { resolve(pdf: Uint8Array): void; reject(error: unknown): void }

const busy = (detail: string) => new AppError('unavailable', detail, { details: { retryAfter: 5 } })

/** A request beyond what `limits` allow is asked to retry. */
export function openInvoiceRendering(limits: Limits = serverLimits.invoices): InvoiceRendering {
  const drawn = new Cache<Uint8Array>(serverCaches.invoices)
  const limiter = openLimiter(limits, {
    refuse: () => busy('Many invoices are being made. Please try again in a moment.'),
  })
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let asked = 0

  const settle = (id: number, act: (one: Waiting) => void) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (one) act(one)
    if (waiting.size === 0) idle = setTimeout(stop, idleMs).unref()
  }

  /** Ends the thread; those who still wait get the error. */
  function stop(error: unknown = busy('The invoice could not be made. Please try again.')): void {
    const stopped = thread
    thread = undefined
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error))
    clearTimeout(idle)
    void stopped?.terminate()
  }

  function start(): Worker {
    const worker = new Worker(new URL('./invoice-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (rendered: Rendered) => {
      settle(rendered.id, ({ resolve, reject }) =>
        'pdf' in rendered ? resolve(rendered.pdf) : reject(new Error(rendered.error)),
      )
    })
    worker.on('error', (error) => {
      if (thread === worker) stop(error)
    })
    return worker
  }

  function draw(invoice: InvoiceAnswer, parties: InvoiceParties): Promise<Uint8Array> {
    clearTimeout(idle)
    thread ??= start()
    asked += 1
    const id = asked
    const timer = setTimeout(() => stop(), patienceMs).unref()
    const pdf = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }))
    thread.postMessage({ id, invoice, parties } satisfies Rendering)
    return pdf.finally(() => clearTimeout(timer))
  }

  return {
    async render(invoice, parties) {
      const key = JSON.stringify([invoice, parties])
      return await drawn.load(
        key,
        async () => await limiter.run({}, async () => await draw(invoice, parties)),
      )
    },
    async close() {
      const stopped = thread
      stop()
      await stopped?.terminate()
    },
  }
}
