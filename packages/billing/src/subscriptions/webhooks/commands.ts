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
 * Checks a webhook and stores its events with the jobs that apply them, each event once however often it is sent. It
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
    .onConflictDoNothing()
    .returning({ id: providerEvents.id })
  if (stored) await deps.jobs.send(tx, providerEventQueue, { id: stored.id })
  return stored !== undefined
}

/** Asks the provider again about what a stored event names, and applies that. An event is applied once. */
export async function applyEvent(deps: BillingDeps, id: string): Promise<'applied' | 'ignored' | 'settled'> {
  const [event] = await deps.db.select().from(providerEvents).where(eq(providerEvents.id, id))
  if (event?.state !== 'received') return 'settled'
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
  if (objectKind === 'invoice') {
    const { customerId: id, providerId } = billingInvoices
    const [row] = await db.select({ id }).from(billingInvoices).where(eq(providerId, objectId))
    return row?.id
  }
  const [row] = await db
    .select({ id: subscriptions.customerId })
    .from(subscriptions)
    .where(eq(subscriptions.providerId, objectId))
  if (row) return row.id
  const asked = former?.name === event.provider ? former : provider
  const read = await asked.getSubscription(objectId)
  if (!read) return undefined
  const [owner] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, read.accountCode))
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
