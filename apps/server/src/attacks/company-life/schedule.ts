import { deliverEvents } from '@freeor/billing/providers/embedded/events'
import { runDue } from '@freeor/billing/providers/embedded/renewals'
import { repairIntents } from '@freeor/billing/subscriptions/intents'
import { providerEvents } from '@freeor/billing/subscriptions/tables'
import { reconcileBilling } from '@freeor/billing/subscriptions/upkeep'
import { applyEvent, receiveWebhook } from '@freeor/billing/subscriptions/webhooks'
import { grantDueLots } from '@freeor/leads/allowance/commands'
import { sweepDownloads } from '@freeor/leads/downloads/upkeep/commands'
import { recoverDownloads } from '@freeor/leads/downloads/writing/commands'
import { deliverDueMail } from '@freeor/messaging/delivery'
import { eq } from 'drizzle-orm'
import { type Life, note } from './life.ts'

/** What the server's schedule does each minute: the provider bills and sends events; we apply, repair and grant. */
export async function runSchedule(life: Life): Promise<void> {
  const { embeddedBilling: embedded, billing, db } = life.fixture.deps
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

/** What a server does at its start after a crash, except for the jobs: their workers still run here. */
export async function restart(life: Life): Promise<void> {
  const { billing } = life.fixture.deps
  // While the provider is away the repair of each minute does it later.
  await repairIntents(billing, { isAlone: true }).catch(() => note(life, 'repair', 'later'))
  await recoverDownloads(life.fixture.deps)
}

/** Clears what a crash left behind: mails that were held, and files and frozen leads of no download. */
export async function cleanUp({ fixture: { deps } }: Life): Promise<void> {
  await deliverDueMail(deps.db, deps.mailer, deps.clock)
  await sweepDownloads(deps)
}
