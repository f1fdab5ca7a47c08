import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, lt, lte, or } from 'drizzle-orm'
import type { Customer } from '../../queries.ts'
import { customers } from '../../tables.ts'
import { billedBy } from '../billed-by.ts'
import type { BillingDeps } from '../ports.ts'
import { findLiveSubscription, findOpenIntent, type Intent } from '../queries.ts'
import { readProvider } from '../readings/commands.ts'
import { hasEnded, readStatus } from '../subscription-state.ts'
import { billingIntents } from '../tables.ts'

export type Wish = Pick<Intent, 'kind' | 'planID' | 'subscriptionId' | 'userId'>

/** After this time the process that began an intent has given up or died: every call to a provider ends sooner. */
const staleAfterMs = 120_000

/**
 * Continues the open intent of a customer, whose row is locked, or writes a new one. A second click joins the first
 * one's intent and so uses its key.
 * @throws AppError conflict while something else is under way
 */
export async function startIntent(tx: Tx, customer: Customer, wish: Wish, now: Date): Promise<Intent> {
  const open = await findOpenIntent(tx, customer.id)
  if (open) {
    if (open.kind === wish.kind && open.planID === wish.planID && open.subscriptionId === wish.subscriptionId)
      return open
    throw new AppError(
      'conflict',
      'Another change of your subscription is under way. Please try again in a moment.',
    )
  }
  const [intent] = await tx
    .insert(billingIntents)
    .values({
      id: newId('bint'),
      companyId: customer.companyId,
      site: customer.site,
      customerId: customer.id,
      state: 'started',
      createdAt: now,
      ...wish,
    })
    .returning()
  if (!intent) throw new Error('An intent was inserted, but no row came back')
  return intent
}

export type Ending =
  | { readonly state: 'done' | 'abandoned' }
  | {
      readonly state: 'declined' | 'refused'
      readonly error: { readonly code: string; readonly message: string }
    }

/** Closes an intent; one that is closed stays as it is. */
export async function closeIntent(
  tx: Tx,
  { id }: Pick<Intent, 'id'>,
  ending: Ending,
  now: Date,
): Promise<boolean> {
  const closed = await tx
    .update(billingIntents)
    .set({ ...ending, finishedAt: now })
    .where(and(eq(billingIntents.id, id), eq(billingIntents.state, 'started')))
    .returning({ id: billingIntents.id })
  return closed.length > 0
}

/**
 * A purchase that began after a hand-over was paid with a card of the new owner, which replaced the former owner's: so
 * there is none to be removed any more.
 */
export async function replaceFormerCard(
  tx: Tx,
  { kind, customerId, createdAt }: Pick<Intent, 'kind' | 'customerId' | 'createdAt'>,
): Promise<void> {
  if (kind !== 'subscribe') return
  const isFormer = and(eq(customers.id, customerId), lte(customers.cardRemovalDueAt, createdAt))
  await tx.update(customers).set({ cardRemovalDueAt: null }).where(isFormer)
}

/** Reads what came of an intent that the provider accepted, and closes it in the same transaction. */
export async function finishIntent(deps: BillingDeps, intent: Intent): Promise<Customer> {
  return await readProvider(deps, intent.customerId, async (tx, customer) => {
    const isClosed = await closeIntent(tx, intent, { state: 'done' }, deps.clock.now())
    if (isClosed) await moveToFreeWhenWished(tx, intent, customer, deps.clock.now())
    if (isClosed && intent.kind === 'remove_card')
      await tx.update(customers).set({ cardRemovalDueAt: null }).where(eq(customers.id, customer.id))
    await deps.faults?.('subscribe-committing')
  })
}

/** Ending a paid plan for the free one goes on with the free one, on the day the account began. */
async function moveToFreeWhenWished(tx: Tx, intent: Intent, customer: Customer, now: Date): Promise<void> {
  const isWished = intent.kind === 'terminate' && intent.planID === 'freeor_free'
  if (isWished && hasEnded(readStatus(customer.subscriptionStatus))) await moveToFree(tx, customer, now)
}

/** Puts a customer without a live subscription, its row locked, on the free plan. */
export async function moveToFree(tx: Tx, customer: Customer, now: Date): Promise<void> {
  await tx
    .update(customers)
    .set({
      planID: 'freeor_free',
      subscriptionStatus: 'active',
      // Always the same day: a company that leaves and comes back gets no month twice.
      billingCycleAnchor: Math.floor(customer.createdAt.getTime() / 1000),
      billedThrough: null,
      canceledAt: null,
      cancelAtPeriodEnd: false,
      processor: null,
      subscriptionId: null,
      subscriptionUuid: null,
      updatedAt: now,
    })
    .where(eq(customers.id, customer.id))
}

/**
 * Settles intents that no process works on any more. A request that ends costs is sent again. One that costs money
 * counts only when the provider has done it, and is given up otherwise, so that nobody is charged after they left.
 * @param options.isAlone no other process works on this database, as when one has just started: every open intent is
 *   one that its process left behind
 * @returns how many were settled
 */
export async function repairIntents(deps: BillingDeps, options = { isAlone: false }): Promise<number> {
  const now = deps.clock.now().getTime()
  const isOld = lt(billingIntents.createdAt, new Date(now - staleAfterMs))
  // Begun while the clock was ahead; nobody should have to wait for that time.
  const isAhead = gt(billingIntents.createdAt, new Date(now + staleAfterMs))
  const stale = await deps.db
    .select()
    .from(billingIntents)
    .where(and(eq(billingIntents.state, 'started'), options.isAlone ? undefined : or(isOld, isAhead)))
  for (const intent of stale) {
    try {
      await repairIntent(deps, intent)
    } catch (error) {
      deps.log('An intent could not be settled yet', { intent: intent.id, error: String(error) })
    }
  }
  return stale.length
}

async function repairIntent(deps: BillingDeps, intent: Intent): Promise<void> {
  const { kind, subscriptionId } = intent
  const [customer] = await deps.db.select().from(customers).where(eq(customers.id, intent.customerId))
  if (!customer) throw new Error(`There is no customer ${intent.customerId}`)
  const { provider } = billedBy(deps, customer)
  if (subscriptionId && kind === 'terminate') await provider.terminate(subscriptionId)
  if (subscriptionId && kind === 'cancel') await provider.cancelAtPeriodEnd(subscriptionId)
  if (customer.accountId && kind === 'remove_card') await provider.removeCard(customer.accountId)
  if (kind === 'terminate' || kind === 'cancel' || kind === 'remove_card') {
    await finishIntent(deps, intent)
    return
  }
  await readProvider(deps, intent.customerId, async (tx, customer) => {
    const state = (await hasCome(tx, intent, customer)) ? 'done' : 'abandoned'
    if (state === 'done') await replaceFormerCard(tx, intent)
    await closeIntent(tx, intent, { state }, deps.clock.now())
  })
}

/** Whether the provider has done what was requested. */
async function hasCome(tx: Tx, intent: Intent, customer: Customer): Promise<boolean> {
  const live = await findLiveSubscription(tx, customer)
  switch (intent.kind) {
    case 'subscribe':
    case 'change':
      return live?.planID === intent.planID
    case 'resume':
      return live !== undefined && !live.cancelAtPeriodEnd
    default:
      return true
  }
}
