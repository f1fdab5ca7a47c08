import type { Download } from '@freeor/leads/downloads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { getDownload } from '../api/downloads.ts'

const pollEvery = 700
const isOver = (download: Download) => download.state === 'ready' || download.state === 'failed'

/**
 * A download while it is made: polled until its file is ready or has failed. `isUnheard` while the last poll got no
 * answer.
 */
export function useDownload(first: Download, onDone: () => void): { download: Download; isUnheard: boolean } {
  const [found, setFound] = useState<Download>()
  const [isUnheard, setUnheard] = useState(false)
  const download = found?.id === first.id && !isOver(first) ? found : first
  const done = useEffectEvent(onDone)
  const { id } = first
  const isRunning = !isOver(first)
  useEffect(() => {
    if (!isRunning) return undefined
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      getDownload(browserApi(), id, controller.signal)
        .then((next) => {
          setFound(next)
          setUnheard(false)
          if (isOver(next)) done()
          else timer = setTimeout(ask, pollEvery)
        })
        .catch(() => {
          if (controller.signal.aborted) return
          setUnheard(true)
          timer = setTimeout(ask, pollEvery * 2)
        })
    }
    timer = setTimeout(ask, pollEvery)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id, isRunning])
  return { download, isUnheard }
}
