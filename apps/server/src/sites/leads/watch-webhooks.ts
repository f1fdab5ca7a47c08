import { deliverDueEvents } from '@freeor/leads/webhooks/deliveries/commands'
import { repeat } from '../../repeat.ts'
import type { LeadsDeps } from './leads-deps.ts'

const LOOK_EVERY_MS = 2_000

/**
 * Every two seconds: sends what is due to webhooks. Not a job of the queue: what is told is remembered in the
 * transaction in which it happens, wherever that runs, also in the command line.
 * @returns what stops it
 */
export const watchWebhooks = ({
  webhooks,
  log,
}: Pick<LeadsDeps, 'webhooks' | 'log'>): (() => Promise<void>) =>
  repeat(async (signal) => await deliverDueEvents(webhooks, signal), {
    everyMs: LOOK_EVERY_MS,
    onError: (error) => log.warn({ error: String(error) }, 'Webhooks could not be sent'),
  })
