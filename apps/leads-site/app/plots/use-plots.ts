import type { PlotsAnswer, PlotsRequest } from '@freeor/leads/plots/schema'
import { failureText } from '@freeor/site-frame/errors/failure-text'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { countPlots } from '../api/plots.ts'

export type Plots = {
  /** The last that came: while others are counted, they stay. */
  answer: PlotsAnswer | undefined
  isPending: boolean
  failure: string | undefined
  retry: () => void
}

/** The plots of a search, counted anew when it changes. */
export function usePlots(dictId: string, request: PlotsRequest): Plots {
  const [tries, setTries] = useState(0)
  const key = JSON.stringify({ dictId, request, tries })
  const [found, setFound] = useState<{ key: string; answer: PlotsAnswer | undefined; failure?: string }>()
  useEffect(() => {
    const controller = new AbortController()
    const asked = JSON.parse(key) as { dictId: string; request: PlotsRequest }
    countPlots(browserApi(), { ...asked, signal: controller.signal }).then(
      (answer) => setFound({ key, answer }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFound({ key, answer: undefined, failure: failureText(error) })
      },
    )
    return () => controller.abort()
  }, [key])
  return {
    answer: found?.answer,
    isPending: found?.key !== key,
    failure: found?.key === key ? found.failure : undefined,
    retry: () => setTries((before) => before + 1),
  }
}
