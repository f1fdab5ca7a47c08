import type { DownloadQuote, DownloadRequest } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { quoteDownload } from '../api/downloads.ts'

export type QuoteState = { quote: DownloadQuote | undefined; message: string | undefined; isOld: boolean }

/** The quote of a request; while it changes, the previous quote stays, marked as old. */
export function useQuote(request: DownloadRequest): QuoteState {
  const [found, setFound] = useState<{ key: string; quote?: DownloadQuote; message?: string }>({ key: '' })
  // Name, format and columns change nothing about the price.
  const { searchName: _name, format: _format, columns: _columns, ...priced } = request
  const key = JSON.stringify(priced)
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      quoteDownload(browserApi(), JSON.parse(key) as DownloadRequest, controller.signal).then(
        (quote) => setFound({ key, quote }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setFound({ key, message: error instanceof Error ? error.message : String(error) })
        },
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key])
  return { quote: found.quote, message: found.message, isOld: found.key !== key }
}
