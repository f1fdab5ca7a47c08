import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ProductionServer } from './server/server.ts'

/** Milliseconds of each answer, Infinity where none came. */
export type HealthTimes = {
  /** At the port where a thread of its own answers. */
  readonly own: readonly number[]
  /** At the port of a site, where the call waits with all others. */
  readonly site: readonly number[]
}

/**
 * Makes the health call ten times a second at both ports until stopped. From a thread of its own: in the thread that
 * sends a flood, an answer that is there waits until that thread reads it.
 */
export function watchHealth({ healthUrl, leadsUrl }: ProductionServer): () => Promise<HealthTimes> {
  const addresses = { own: healthUrl, site: leadsUrl }
  const thread = new Worker(new URL('./health-thread.ts', import.meta.url), { workerData: addresses })
  return async () => {
    thread.postMessage('stop')
    const [times] = (await once(thread, 'message')) as [HealthTimes]
    return times
  }
}
