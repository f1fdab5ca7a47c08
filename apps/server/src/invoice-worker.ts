import { parentPort } from 'node:worker_threads'
import { renderInvoice } from './invoice-document.ts'
import type { Rendered, Rendering } from './invoice-rendering.ts'

/** Entry of the thread that draws invoices: 30 ms or more of computing each, which no request should wait behind. */

parentPort?.on('message', ({ id, invoice, parties }: Rendering) => {
  const answer = (rendered: Rendered) => parentPort?.postMessage(rendered)
  renderInvoice(invoice, parties).then(
    (pdf) => answer({ id, pdf }),
    (error: unknown) => answer({ id, error: error instanceof Error ? error.message : String(error) }),
  )
})
