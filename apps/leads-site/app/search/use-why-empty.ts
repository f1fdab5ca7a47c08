import type { EmptyAnswer, EmptyRequest } from '@freeor/leads/schema'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { explainEmpty } from '../api/search.ts'

/** Why a search finds nothing. Until it is known, and when it cannot be had, there is only what the search itself said. */
export function useWhyEmpty(dictId: string, request: EmptyRequest): EmptyAnswer | undefined {
  const key = JSON.stringify({ dictId, request })
  const [found, setFound] = useState<{ key: string; answer: EmptyAnswer }>()
  useEffect(() => {
    const controller = new AbortController()
    const asked = JSON.parse(key) as { dictId: string; request: EmptyRequest }
    explainEmpty(browserApi(), { ...asked, signal: controller.signal }).then(
      (answer) => setFound({ key, answer }),
      () => setFound(undefined),
    )
    return () => controller.abort()
  }, [key])
  return found?.key === key ? found.answer : undefined
}
