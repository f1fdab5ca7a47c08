import { grantDueLots } from '@freeor/billing/commands'
import { deliverEvents } from '@freeor/billing/providers/embedded/events'
import { runDue } from '@freeor/billing/providers/embedded/renewals'
import { providerEvents } from '@freeor/billing/subscriptions/tables'
import { reconcileBilling } from '@freeor/billing/subscriptions/upkeep'
import { applyEvent, receiveWebhook } from '@freeor/billing/subscriptions/webhooks'
import { eq } from 'drizzle-orm'
import { type Life, note } from './life.ts'

/** What the server's schedule does each minute: the provider bills and tells, we apply, repair and grant. */
export async function runSchedule(life: Life): Promise<void> {
  const { embeddedBilling: embedded, billing, db } = life.world.deps
  if (!embedded) throw new Error('The simulation needs the built-in provider')
  await runDue(embedded)
  await deliverEvents(embedded, async (rawBody, headers) => {
    await receiveWebhook(billing, rawBody, headers)
  })
  const stored = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(eq(providerEvents.state, 'received'))
  // What cannot be applied while the provider is away is applied by a later round.
  for (const { id } of stored) await applyEvent(billing, id).catch(() => note(life, 'event', 'later'))
  await reconcileBilling(billing)
  await grantDueLots(db, life.clock.now())
}
