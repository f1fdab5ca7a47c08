import { useEffect, useState } from 'react'

export type Load<T> = (q: string, signal: AbortSignal) => Promise<T[]>

const minimum = 2
const pause = 120

/** Suggestions for a text, from two characters on. An older request is aborted when a newer one begins. */
export function useSuggestions<T>(q: string, load: Load<T>): T[] {
  const [found, setFound] = useState<{ q: string; values: T[] }>({ q: '', values: [] })
  const wanted = q.trim()
  useEffect(() => {
    if (wanted.length < minimum) return undefined
    const controller = new AbortController()
    const timer = setTimeout(() => {
      load(wanted, controller.signal).then(
        (values) => setFound({ q: wanted, values }),
        // A suggestion that did not come is no suggestion; the search itself tells what is wrong.
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted, load])
  return wanted.length < minimum ? [] : found.values
}
