import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { type LiveEvent, listenLive } from './live-channel.ts'

/**
 * Loads the page's data again when the live events say so; while it loads, many events are one more load.
 * @param mayLoad asked before each load: a page whose data are gone would else be replaced by the not-found page, with
 * everything that was typed into it
 */
export function useLiveReload(
  isAbout: (event: LiveEvent) => boolean,
  mayLoad: () => Promise<boolean> = async () => true,
): void {
  const { revalidate } = useRevalidator()
  // As the page is now: a new document gets its id while the page stays.
  const isAboutNow = useEffectEvent(isAbout)
  const mayLoadNow = useEffectEvent(mayLoad)
  const loadAgain = useEffectEvent(revalidate)
  useEffect(() => {
    let isLoading = false
    let isStale = false
    const load = async () => {
      isStale = true
      if (isLoading) return
      isLoading = true
      while (isStale) {
        isStale = false
        if (await mayLoadNow()) await loadAgain()
      }
      isLoading = false
    }
    return listenLive((event) => {
      if (event.event === 'refresh' || isAboutNow(event)) void load()
    })
  }, [])
}
