import { setTimeout } from 'node:timers/promises'
import type { LeadsDeps } from './leads-deps.ts'

const LOOK_EVERY_MS = 20_000

/**
 * Keeps the packed rows of what is served. Not a job of the queue, which one server takes: each server has files of its
 * own.
 * @returns what stops it
 */
export function watchPackedRows({ packedRows, log }: LeadsDeps): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const watching = (async () => {
    while (!signal.aborted) {
      try {
        await packedRows.tend({ signal })
      } catch (error) {
        if (!signal.aborted) log.warn({ error: String(error) }, 'The packed rows could not be looked after')
      }
      await setTimeout(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
  return async () => {
    stop.abort()
    await watching
  }
}
