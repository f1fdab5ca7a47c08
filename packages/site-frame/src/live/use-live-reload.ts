import { useEffect } from 'react'
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page says once what it is about
  useEffect(() => {
    let isLoading = false
    let isStale = false
    const load = async () => {
      isStale = true
      if (isLoading) return
      isLoading = true
      while (isStale) {
        isStale = false
        if (await mayLoad()) await revalidate()
      }
      isLoading = false
    }
    return listenLive((event) => {
      if (event.event === 'refresh' || isAbout(event)) void load()
    })
  }, [])
}
