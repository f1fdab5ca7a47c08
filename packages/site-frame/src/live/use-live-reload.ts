import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { type LiveEvent, listenLive } from './live-channel.ts'

/** Loads the page's data again when the live events say so; while it loads, many events are one more load. */
export function useLiveReload(isAbout: (event: LiveEvent) => boolean): void {
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
        await revalidate()
      }
      isLoading = false
    }
    return listenLive((event) => {
      if (event.event === 'refresh' || isAbout(event)) void load()
    })
  }, [])
}
