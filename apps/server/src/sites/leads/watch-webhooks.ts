import { setTimeout } from 'node:timers/promises'
import { deliverDueEvents } from '@freeor/leads/webhooks/deliveries/commands'
import type { LeadsDeps } from './leads-deps.ts'

const lookMilliseconds = 2_000

/**
 * Every two seconds: sends what is due to webhooks. Not a job of the queue: what is told is remembered in the
 * transaction in which it happens, wherever that runs, also in the command line.
 * @returns what stops it
 */
export function watchWebhooks({ webhooks, log }: Pick<LeadsDeps, 'webhooks' | 'log'>): () => Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const watching = (async () => {
    while (!signal.aborted) {
      try {
        await deliverDueEvents(webhooks, signal)
      } catch (error) {
        log.warn({ error: String(error) }, 'Webhooks could not be sent')
      }
      await setTimeout(lookMilliseconds, undefined, { signal, ref: false }).catch(() => undefined)
    }
  })()
  return async () => {
    stop.abort()
    await watching
  }
}
