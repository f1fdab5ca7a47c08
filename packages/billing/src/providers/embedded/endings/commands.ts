import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray } from 'drizzle-orm'
import type { Invalid, SubscriptionOutcome } from '../../ports.ts'
import { endSubscription, invalid, setSubscription } from '../commands.ts'
import type { EmbeddedDeps } from '../ports.ts'
import { type Subscription, showSubscription } from '../queries.ts'
import { type Found, lockSubscription, noSuchSubscription } from '../subscriptions/commands.ts'
import { embeddedInvoices } from '../tables.ts'

type Act = (tx: Tx, found: Found) => Promise<Subscription | Invalid>

async function act(deps: EmbeddedDeps, id: string, work: Act): Promise<SubscriptionOutcome> {
  return await deps.db.transaction(async (tx) => {
    const found = await lockSubscription(tx, id)
    if (!found) return noSuchSubscription()
    const done = await work(tx, found)
    if ('code' in done) return done
    return { status: 'ok', subscription: showSubscription(done, found.account.code) }
  })
}

/** The running period becomes the last one. */
export async function cancelAtPeriodEnd(deps: EmbeddedDeps, id: string): Promise<SubscriptionOutcome> {
  return await act(deps, id, async (tx, { subscription, account }) => {
    if (subscription.endedAt || subscription.cancelAtPeriodEnd) return subscription
    const values = { cancelAtPeriodEnd: true, canceledAt: deps.clock.now() }
    return await setSubscription(deps, tx, account, { subscription, type: 'canceled', values })
  })
}

/** The running period is not the last one after all. */
export async function resume(deps: EmbeddedDeps, id: string): Promise<SubscriptionOutcome> {
  return await act(deps, id, async (tx, { subscription, account }) => {
    if (subscription.endedAt) return invalid('validation', 'The subscription has ended.')
    if (!subscription.cancelAtPeriodEnd) return subscription
    const values = { cancelAtPeriodEnd: false, canceledAt: null }
    return await setSubscription(deps, tx, account, { subscription, type: 'reactivated', values })
  })
}

/** Ends it at once; an open invoice is not collected any more. */
export async function terminate(deps: EmbeddedDeps, id: string): Promise<SubscriptionOutcome> {
  return await act(deps, id, async (tx, { subscription, account }) => {
    if (subscription.endedAt) return subscription
    await voidOpen(tx, subscription.id)
    return await endSubscription(deps, tx, account, { subscription, as: 'canceled' })
  })
}

async function voidOpen(tx: Tx, subscriptionId: string): Promise<void> {
  const open = inArray(embeddedInvoices.state, ['pending', 'past_due'])
  await tx
    .update(embeddedInvoices)
    .set({ state: 'voided' })
    .where(and(eq(embeddedInvoices.subscriptionId, subscriptionId), open))
}
