import { ApiProblem } from '@freeor/api-client/client'
import type { Download, DownloadRequest } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useRef, useState } from 'react'
import { startDownload } from '../api/downloads.ts'

export type StartedDownload =
  | { status: 'idle' | 'starting' }
  | { status: 'failed'; message: string }
  | { status: 'started'; download: Download }

/**
 * Confirms a download. The idempotency key stays with the request, so pressing again after a lost answer pays
 * once; a request refused by the API gets a new key.
 */
export function useDownloadStart(onStarted: () => void) {
  const [started, setStarted] = useState<StartedDownload>({ status: 'idle' })
  const key = useRef<{ of: string; key: string }>(undefined)
  const start = (request: DownloadRequest) => {
    const of = JSON.stringify(request)
    if (key.current?.of !== of) key.current = { of, key: crypto.randomUUID() }
    setStarted({ status: 'starting' })
    startDownload(browserApi(), request, key.current.key).then(
      (download) => {
        setStarted({ status: 'started', download })
        onStarted()
      },
      (error: unknown) => {
        if (error instanceof ApiProblem && error.status < 500) key.current = undefined
        setStarted({ status: 'failed', message: error instanceof Error ? error.message : String(error) })
      },
    )
  }
  return { started, start }
}
