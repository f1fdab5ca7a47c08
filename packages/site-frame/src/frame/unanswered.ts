import { useSyncExternalStore } from 'react'

/**
 * What the site did not answer: a form that was sent, the reading of the page that is shown, or a link to another one.
 * `session`: a form whose sender is logged out by now.
 */
export type Unanswered = {
  readonly what: 'form' | 'page' | 'link' | 'session'
  /** What the site said instead. */
  readonly said?: string
}

let now: Unanswered | undefined
const listeners = new Set<() => void>()

/** What is so now, for the note on the page. */
export function tellUnanswered(next: Unanswered | undefined): void {
  now = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUnanswered = (): Unanswered | undefined =>
  useSyncExternalStore(
    subscribe,
    () => now,
    () => undefined,
  )
