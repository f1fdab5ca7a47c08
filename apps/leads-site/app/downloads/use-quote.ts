import type { DownloadRequest, OfferedQuote } from '@freeor/leads/downloads/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { quoteDownload } from '../api/downloads.ts'

export type QuoteState = {
  quote: OfferedQuote | undefined
  message: string | undefined
  isOld: boolean
  /** Asks again, as after an order that was refused. */
  askAgain: () => void
}

/** A quote is renewed this long before it ends. */
const renewBeforeMs = 30_000

/**
 * The quote of a request; while it changes, the previous quote stays, marked as old. It is renewed before it ends, so
 * that what is shown can be ordered.
 */
export function useQuote(request: DownloadRequest): QuoteState {
  const [found, setFound] = useState<{ key: string; quote?: OfferedQuote; message?: string }>({ key: '' })
  const [asked, setAsked] = useState(0)
  const askAgain = () => setAsked((times) => times + 1)
  // Name, format and columns change nothing about the price.
  const { searchName: _name, format: _format, columns: _columns, ...priced } = request
  const key = JSON.stringify(priced)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again when `asked` grows
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      quoteDownload(browserApi(), JSON.parse(key) as DownloadRequest, controller.signal).then(
        (quote) => setFound({ key, quote }),
        (error: unknown) => {
          if (!controller.signal.aborted) setFound({ key, message: failureText(error) })
        },
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, asked])
  // Leads were bought or used in another window meanwhile, often because of what is said here.
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setAsked((times) => times + 1)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const expiresAt = found.quote?.binding?.expiresAt
  useEffect(() => {
    if (expiresAt === undefined) return undefined
    const left = new Date(expiresAt).getTime() - Date.now() - renewBeforeMs
    const timer = setTimeout(() => setAsked((times) => times + 1), Math.max(left, renewBeforeMs))
    return () => clearTimeout(timer)
  }, [expiresAt])
  return { quote: found.quote, message: found.message, isOld: found.key !== key, askAgain }
}
