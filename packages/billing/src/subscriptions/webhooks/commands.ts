import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { ProviderEvent, WebhookReading } from '../../providers/ports.ts'
import { customers } from '../../tables.ts'
import { type BillingDeps, providerEventQueue } from '../ports.ts'
import { readProvider } from '../readings/commands.ts'
import { billingInvoices, providerEvents, subscriptions } from '../tables.ts'

export type Received =
  | Extract<WebhookReading, { status: 'refused' }>
  | { readonly status: 'stored'; readonly fresh: number }

/**
 * Checks a webhook and stores its events, each once however often it is sent. Each delivery has a job that reads the
 * provider again, also one that looks like a repeat: what happens twice within a second is told in the same words. It
 * makes no network call: the sender is answered first.
 */
export async function receiveWebhook(
  deps: BillingDeps,
  rawBody: Uint8Array,
  headers: Headers,
): Promise<Received> {
  const reading = deps.provider.readWebhook(rawBody, headers, deps.clock.now())
  if (reading.status === 'refused') return reading
  // PostgreSQL keeps no NUL in a text.
  const text = new TextDecoder().decode(rawBody).replaceAll('\0', '')
  const fresh = await deps.db.transaction(async (tx) => {
    let count = 0
    for (const event of reading.events) if (await store(deps, tx, event, text)) count += 1
    return count
  })
  await deps.faults?.('webhook-stored')
  return { status: 'stored', fresh }
}

async function store(deps: BillingDeps, tx: Tx, event: ProviderEvent, rawBody: string): Promise<boolean> {
  const [stored] = await tx
    .insert(providerEvents)
    .values({
      id: newId('pev'),
      provider: deps.provider.name,
      eventId: event.id,
      type: event.type,
      objectKind: event.object.kind,
      objectId: event.object.id,
      accountCode: event.accountCode,
      rawBody,
      receivedAt: deps.clock.now(),
      state: 'received',
    })
    // The same row, for its id.
    .onConflictDoUpdate({
      target: [providerEvents.provider, providerEvents.eventId],
      set: { eventId: event.id },
    })
    .returning({ id: providerEvents.id, isNew: sql<boolean>`${providerEvents}.xmax = 0` })
  if (!stored) throw new Error('An event was stored, but no row came back')
  await deps.jobs.send(tx, providerEventQueue, { id: stored.id })
  return stored.isNew
}

/**
 * Asks the provider again about what a stored event names, and applies that. An event is applied once; a delivery of it
 * that comes later may tell of something newer, so the provider is read for it too.
 */
export async function applyEvent(deps: BillingDeps, id: string): Promise<'applied' | 'ignored' | 'settled'> {
  const [event] = await deps.db.select().from(providerEvents).where(eq(providerEvents.id, id))
  if (!event) return 'settled'
  const customerId = await findCustomerOf(deps, event)
  if (customerId === undefined) {
    await settleEvent(deps.db, id, 'ignored', deps.clock.now())
    return 'ignored'
  }
  await readProvider(deps, customerId, (tx) => settleEvent(tx, id, 'applied', deps.clock.now()))
  await deps.faults?.('webhook-applied')
  return 'applied'
}

async function settleEvent(tx: Tx, id: string, state: 'applied' | 'ignored', now: Date): Promise<void> {
  const applications = sql`${providerEvents.applications} + ${state === 'applied' ? 1 : 0}`
  await tx
    .update(providerEvents)
    .set({ state, settledAt: now, applications })
    .where(and(eq(providerEvents.id, id), eq(providerEvents.state, 'received')))
}

type StoredEvent = typeof providerEvents.$inferSelect

/** By the account's code, which is our customer's id; otherwise by what we or the provider know of the object. */
async function findCustomerOf(
  { db, provider, former }: BillingDeps,
  event: StoredEvent,
): Promise<string | undefined> {
  const { objectKind, objectId, accountCode } = event
  const known =
    accountCode === null
      ? []
      : await db.select({ id: customers.id }).from(customers).where(eq(customers.id, accountCode))
  if (known[0]) return known[0].id
  if (objectKind === 'account') {
    const [row] = await db
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.accountId, objectId))
    return row?.id
  }
  const table = objectKind === 'invoice' ? billingInvoices : subscriptions
  const [row] = await db.select({ id: table.customerId }).from(table).where(eq(table.providerId, objectId))
  if (row) return row.id
  // Made since we last read: an invoice may be told of before its subscription.
  const asked = former?.name === event.provider ? former : provider
  const code =
    objectKind === 'invoice'
      ? await asked.accountOfInvoice(objectId)
      : (await asked.getSubscription(objectId))?.accountCode
  if (code === undefined) return undefined
  const [owner] = await db.select({ id: customers.id }).from(customers).where(eq(customers.id, code))
  return owner?.id
}

/**
 * Puts events that were stored and whose job is gone back into the queue, the newest first: those that can never be
 * applied grow old, and keep no other waiting however many they are.
 */
export async function requeueEvents(deps: BillingDeps, olderThan: Date, most = 500): Promise<number> {
  const open = await deps.db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(eq(providerEvents.state, 'received'), lt(providerEvents.receivedAt, olderThan)))
    .orderBy(desc(providerEvents.receivedAt))
    .limit(most)
  for (const { id } of open) await deps.jobs.send(undefined, providerEventQueue, { id }, { singletonKey: id })
  return open.length
}
