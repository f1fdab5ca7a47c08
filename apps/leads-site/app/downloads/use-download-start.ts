import { ApiProblem } from '@freeor/api-client/client'
import type { Download, DownloadRequest, OfferedQuote } from '@freeor/leads/downloads/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useState } from 'react'
import { startDownload } from '../api/downloads.ts'
import { forgetOrder, keyOfOrder } from './order-keys.ts'

export type StartedDownload =
  | { status: 'idle' | 'starting' }
  | { status: 'failed'; message: string; code?: string; request: DownloadRequest }
  | { status: 'started'; download: Download }

/**
 * Confirms a download at the price of its quote. The idempotency key stays with the request, whichever quote it names,
 * so pressing again after a lost answer pays once; a request refused by the API gets a new quote.
 */
export function useDownloadStart({ onStarted, onRefused }: { onStarted: () => void; onRefused: () => void }) {
  const [started, setStarted] = useState<StartedDownload>({ status: 'idle' })
  const start = (request: DownloadRequest, quote: OfferedQuote) => {
    const order = JSON.stringify(request)
    setStarted({ status: 'starting' })
    const named = { ...request, ...(quote.binding && { quote: quote.binding.token }) }
    startDownload(browserApi(), named, keyOfOrder(order)).then(
      (download) => {
        forgetOrder(order)
        setStarted({ status: 'started', download })
        onStarted()
      },
      (error: unknown) => {
        if (error instanceof ApiProblem && error.status < 500) onRefused()
        const message = failureText(error)
        const code = error instanceof ApiProblem ? { code: error.code } : {}
        setStarted({ status: 'failed', message, ...code, request })
      },
    )
  }
  return { started, start }
}
