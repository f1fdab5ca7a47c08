import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import { embeddedTokens } from '../../providers/embedded/tables.ts'
import { customers } from '../../tables.ts'
import { repairIntents } from '../intents/commands.ts'
import type { BillingDeps } from '../ports.ts'
import { readProvider } from '../readings/commands.ts'
import { providerEvents } from '../tables.ts'
import { requeueEvents } from '../webhooks/commands.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * What a crash, an outage or a lost webhook left behind: open intents are settled, stored events applied, and the
 * provider is asked again about whoever's period is over by an hour, and about everybody once a day.
 */
export async function reconcileBilling(
  deps: BillingDeps,
): Promise<{ intents: number; events: number; read: number }> {
  const now = deps.clock.now().getTime()
  const intents = await repairIntents(deps)
  const events = await requeueEvents(deps, new Date(now - 2 * minuteMs))
  const isBilled = and(
    eq(customers.processor, deps.provider.name),
    isNotNull(customers.subscriptionId),
    inArray(customers.subscriptionStatus, ['active', 'pending', 'past_due', 'past due', 'failed']),
  )
  const isOverdue = and(
    lt(customers.billedThrough, new Date(now - hourMs)),
    lt(customers.subChecked, new Date(now - hourMs)),
  )
  const isOld = or(isNull(customers.subChecked), lt(customers.subChecked, new Date(now - 24 * hourMs)))
  const due = await deps.db
    .select({ id: customers.id })
    .from(customers)
    .where(and(isBilled, or(isOverdue, isOld)))
    .orderBy(customers.subChecked)
    .limit(200)
  for (const { id } of due) {
    try {
      await readProvider(deps, id)
    } catch (error) {
      deps.log('The provider could not be asked', { customer: id, error: String(error) })
    }
  }
  return { intents, events, read: due.length }
}

/**
 * Forgets card tokens that are too old to be used and, after 90 days, events that were settled; for a daily job. A
 * signature is good for 300 s, so none of them can come again.
 */
export async function purgeBilling(tx: Tx, now: Date): Promise<void> {
  await tx.delete(embeddedTokens).where(lt(embeddedTokens.createdAt, new Date(now.getTime() - 24 * hourMs)))
  const isOld = lt(providerEvents.receivedAt, new Date(now.getTime() - 90 * 24 * hourMs))
  await tx.delete(providerEvents).where(and(ne(providerEvents.state, 'received'), isOld))
}
