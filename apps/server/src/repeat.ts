import { setTimeout } from 'node:timers/promises'

export type Repetition = {
  /** The pause after the end of one, before the next begins. */
  readonly everyMs: number
  /** Told of one that failed; the next comes all the same. */
  onError(error: unknown): void
}

/**
 * Does the work at once, and again and again until it is stopped. For what comes more often than once a minute, which
 * is the shortest time that a schedule of the queue knows, or what each process does for itself. No pause keeps the
 * process alive.
 * @param work aborted when it is to stop
 * @returns stops it, and waits for the work under way, whose failure is told to nobody then
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  { everyMs, onError }: Repetition,
): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const repeating = (async () => {
    while (!signal.aborted) {
      try {
        await work(signal)
      } catch (error) {
        if (!signal.aborted) onError(error)
      }
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
  return async () => {
    stop.abort()
    await repeating
  }
}
