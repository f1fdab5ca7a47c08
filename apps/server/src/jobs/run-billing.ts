import { deliverEvents } from '@freeor/billing/providers/embedded/events'
import { runDue } from '@freeor/billing/providers/embedded/renewals'
import { providerEventQueue } from '@freeor/billing/subscriptions/ports'
import { reconcileBilling } from '@freeor/billing/subscriptions/upkeep'
import { applyEvent, receiveWebhook } from '@freeor/billing/subscriptions/webhooks'
import type { Deps } from '../deps.ts'
import { embeddedEventQueue } from '../open-billing.ts'

/** Applies the provider's events, repairs what a crash left open, and runs the built-in provider. */
export async function startBilling(deps: Deps): Promise<void> {
  const { billing, jobs } = deps
  await jobs.work<{ id: string }>(
    providerEventQueue,
    { concurrency: 2, pollingSeconds: 1, queue: { retries: 20, retryDelaySeconds: 2 } },
    async ({ data }) => {
      await applyEvent(billing, data.id)
    },
  )
  await jobs.work('reconcile-billing', { queue: { retries: 0 } }, async () => {
    await reconcileBilling(billing)
  })
  await jobs.schedule('reconcile-billing', '* * * * *')
  await runBuiltInProvider(deps)
}

async function runBuiltInProvider({ embeddedBilling: embedded, billing, jobs }: Deps): Promise<void> {
  // Its events are about what it bills itself, also where another provider is configured.
  const own = { ...billing, provider: billing.former ?? billing.provider }
  // One at a time, so that events are sent in the order they happened.
  await jobs.work(embeddedEventQueue, { pollingSeconds: 1, queue: { retries: 0 } }, async () => {
    await deliverEvents(embedded, async (rawBody, headers) => {
      const received = await receiveWebhook(own, rawBody, headers)
      if (received.status === 'refused') throw new Error(`Our own webhook was refused: ${received.reason}`)
    })
  })
  await jobs.schedule(embeddedEventQueue, '* * * * *')
  await jobs.work('run-built-in-billing', { queue: { retries: 0 } }, async () => {
    await runDue(embedded)
  })
  await jobs.schedule('run-built-in-billing', '* * * * *')
}
