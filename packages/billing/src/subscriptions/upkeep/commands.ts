import type { Tx } from '@freeor/postgres/database'
import { doEach } from '@freeor/postgres/do-each'
import { and, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { embeddedTokens } from '../../providers/embedded/tables.ts'
import { customers } from '../../tables.ts'
import { listFormerCards, removeFormerCard } from '../cards/commands.ts'
import { endPayments, listUnended } from '../deletions/commands.ts'
import { repairIntents } from '../intents/commands.ts'
import type { BillingDeps } from '../ports.ts'
import { followProviderChange } from '../provider-change/commands.ts'
import { readProvider } from '../readings/commands.ts'
import { providerEvents } from '../tables.ts'
import { requeueEvents } from '../webhooks/commands.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Repairs what a crash, an outage or a lost webhook left behind: it settles open intents, applies stored events, ends
 * live subscriptions of deleted accounts, removes cards of former owners, and asks the provider again about customers
 * whose period has been over for an hour, and about every customer once a day. Each is done by itself: one that fails
 * is logged, retried in the next run, and blocks no other.
 */
export async function reconcileBilling(
  deps: BillingDeps,
): Promise<{ intents: number; events: number; read: number }> {
  const now = deps.clock.now().getTime()
  const intents = await repairIntents(deps)
  const events = await requeueEvents(deps, new Date(now - 2 * minuteMs))
  const follow = async (what: string, ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    for (const { name, error } of await doEach(ids, (id) => id, work))
      deps.log(what, { customer: name, error: String(error) })
  }
  await follow('A deleted account is billed on', await listUnended(deps.db), (id) => endPayments(deps, id))
  await follow("A former owner's card is still on file", await listFormerCards(deps.db), (id) =>
    removeFormerCard(deps, id),
  )
  for (const { name, error } of await followProviderChange(deps))
    deps.log('A subscription at the former provider does not end yet', {
      customer: name,
      error: String(error),
    })
  const due = await listDue(deps)
  await follow('The provider could not be asked', due, (id) => readProvider(deps, id))
  return { intents, events, read: due.length }
}

/**
 * The customers about whom the provider must be asked again, the one that has waited longest first. Those about whom
 * asking failed come after the others, ordered by how often it failed: however many they are, they keep no other
 * waiting.
 */
export async function listDue(
  { db, clock, provider, former }: Pick<BillingDeps, 'db' | 'clock' | 'provider' | 'former'>,
  most = 200,
): Promise<string[]> {
  const now = clock.now().getTime()
  const isBilled = and(
    inArray(customers.processor, [provider.name, ...(former ? [former.name] : [])]),
    isNotNull(customers.subscriptionId),
    inArray(customers.subscriptionStatus, ['active', 'pending', 'past_due', 'past due', 'failed']),
  )
  const isOverdue = and(
    lt(customers.billedThrough, new Date(now - hourMs)),
    lt(customers.subChecked, new Date(now - hourMs)),
  )
  const isOld = or(isNull(customers.subChecked), lt(customers.subChecked, new Date(now - 24 * hourMs)))
  const due = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(isBilled, or(isOverdue, isOld)))
    .orderBy(sql`${customers.readingsBegun} - ${customers.readingApplied}`, customers.subChecked)
    .limit(most)
  return due.map(({ id }) => id)
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
