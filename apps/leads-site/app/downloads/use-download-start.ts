import { ApiProblem } from '@freeor/api-client/client'
import type { Download, DownloadRequest, OfferedQuote } from '@freeor/leads/downloads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useRef, useState } from 'react'
import { startDownload } from '../api/downloads.ts'

export type StartedDownload =
  | { status: 'idle' | 'starting' }
  | { status: 'failed'; message: string; code?: string; request: DownloadRequest }
  | { status: 'started'; download: Download }

/**
 * Confirms a download at the price of its quote. The idempotency key stays with the request, whichever quote it names,
 * so pressing again after a lost answer pays once; a request refused by the API gets a new key, and a new quote.
 */
export function useDownloadStart({ onStarted, onRefused }: { onStarted: () => void; onRefused: () => void }) {
  const [started, setStarted] = useState<StartedDownload>({ status: 'idle' })
  const key = useRef<{ of: string; key: string }>(undefined)
  const start = (request: DownloadRequest, quote: OfferedQuote) => {
    const of = JSON.stringify(request)
    if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() }
    setStarted({ status: 'starting' })
    const named = { ...request, ...(quote.binding && { quote: quote.binding.token }) }
    startDownload(browserApi(), named, key.current.key).then(
      (download) => {
        setStarted({ status: 'started', download })
        onStarted()
      },
      (error: unknown) => {
        if (error instanceof ApiProblem && error.status < 500) {
          key.current = undefined
          onRefused()
        }
        const message = error instanceof Error ? error.message : String(error)
        const code = error instanceof ApiProblem ? { code: error.code } : {}
        setStarted({ status: 'failed', message, ...code, request })
      },
    )
  }
  return { started, start }
}
