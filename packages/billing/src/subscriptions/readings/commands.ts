import { recordAudit } from '@freeor/accounts/commands'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { eq, sql } from 'drizzle-orm'
import { getBilledSite } from '../../billed-sites.ts'
import { findPlan, readPlanCode } from '../../plans.ts'
import type { ProviderCard, ProviderInvoice, ProviderSubscription } from '../../providers/ports.ts'
import type { Customer } from '../../queries.ts'
import { customers } from '../../tables.ts'
import { billedBy } from '../billed-by.ts'
import { currentOf, customerState } from '../customer-state.ts'
import { noticeOf, type Situation } from '../notices.ts'
import type { BillingDeps } from '../ports.ts'
import { lockCustomer } from '../queries.ts'
import { hasEnded, mayFollow, readStatus } from '../subscription-state.ts'
import { billingInvoices, subscriptions } from '../tables.ts'

type Reading = {
  readonly subscriptions: readonly ProviderSubscription[]
  readonly invoices: readonly ProviderInvoice[]
  readonly card: ProviderCard | undefined
}

/** What else is done in the transaction that applies a reading, with the customer's row locked. */
export type Alongside = (tx: Tx, customer: Customer) => Promise<void>

/**
 * Reads the state at the provider and stores it. A reading that was overtaken by one begun later changes nothing; what
 * else belongs to the transaction is still done, because the later one saw everything this one saw.
 * @throws AppError unavailable when the provider cannot be asked: then nothing has changed
 */
export async function readProvider(
  configured: BillingDeps,
  customerId: string,
  alongside: Alongside = async () => undefined,
): Promise<Customer> {
  const [begun] = await configured.db
    .update(customers)
    .set({ readingsBegun: sql`${customers.readingsBegun} + 1` })
    .where(eq(customers.id, customerId))
    .returning()
  if (!begun) throw new Error(`There is no customer ${customerId}`)
  const deps = billedBy(configured, begun)
  const reading = await read(deps, begun)
  return await deps.db.transaction(async (tx) => {
    const held = await lockCustomer(tx, customerId)
    const now = deps.clock.now()
    if (held.readingApplied < begun.readingsBegun) {
      await apply(deps, tx, { held, reading, now })
      if (held.providerLeftAt && !reading.subscriptions.some(({ status }) => !hasEnded(status)))
        await leaveProvider(tx, customerId)
      await tx
        .update(customers)
        .set({ readingApplied: begun.readingsBegun, subChecked: now, updatedAt: now })
        .where(eq(customers.id, customerId))
    }
    await alongside(tx, await lockCustomer(tx, customerId))
    return await lockCustomer(tx, customerId)
  })
}

/** Its last subscription there has ended: the next one begins at the configured provider, with a card of its own. */
async function leaveProvider(tx: Tx, customerId: string): Promise<void> {
  const nothing = { accountId: null, email: null, card: null, cardRemovalDueAt: null, providerLeftAt: null }
  await tx.update(customers).set(nothing).where(eq(customers.id, customerId))
}

async function read({ provider }: BillingDeps, customer: Customer): Promise<Reading> {
  if (!customer.accountId) return { subscriptions: [], invoices: [], card: undefined }
  const [subscriptionsRead, invoices, card] = await Promise.all([
    provider.listSubscriptions(customer.id),
    provider.listInvoices(customer.id),
    provider.cardOf(customer.accountId),
  ])
  return { subscriptions: subscriptionsRead, invoices, card }
}

type Applied = { readonly held: Customer; readonly reading: Reading; readonly now: Date }

async function apply(deps: BillingDeps, tx: Tx, { held, reading, now }: Applied): Promise<void> {
  const current = currentOf(reading.subscriptions, held.subscriptionId)
  // What ended is written first: the index lets only one live.
  for (const each of reading.subscriptions.toSorted((a, b) => endedFirst(a) - endedFirst(b))) {
    if (!hasEnded(each.status) && each.id !== current?.id) {
      deps.log('A second live subscription at the provider', { customer: held.id, subscription: each.id })
      continue
    }
    await keepSubscription(deps, tx, { held, read: each, now })
  }
  for (const invoice of reading.invoices) await keepInvoice(deps, tx, held, invoice)
  await tx
    .update(customers)
    // A former owner's card, until it is removed there too.
    .set({ card: held.cardRemovalDueAt ? null : (reading.card ?? null) })
    .where(eq(customers.id, held.id))
  if (current) await follow(deps, tx, { held, current, now })
}

const endedFirst = ({ status }: ProviderSubscription): number => (hasEnded(status) ? 0 : 1)

type Kept = { readonly held: Customer; readonly read: ProviderSubscription; readonly now: Date }

async function keepSubscription(deps: BillingDeps, tx: Tx, { held, read: it, now }: Kept): Promise<void> {
  const known = readPlanCode(it.planCode)
  if (!known || known.site !== held.site) {
    deps.log('A subscription to a plan that is not in the catalogue', { id: it.id, plan: it.planCode })
    return
  }
  const values = {
    planID: known.plan.planID,
    status: it.status,
    priceCents: it.priceCents,
    currentPeriodStart: it.currentPeriodStart,
    currentPeriodEnd: it.currentPeriodEnd,
    cancelAtPeriodEnd: it.cancelAtPeriodEnd,
    canceledAt: it.canceledAt,
    endedAt: it.endedAt,
    failedAttempts: it.dunning?.failedAttempts ?? 0,
    nextAttemptAt: it.dunning?.nextAttemptAt ?? null,
    updatedAt: now,
  }
  const [before] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.providerId, it.id))
    .for('update')
  if (!before) {
    await tx.insert(subscriptions).values({
      id: newId('sub'),
      companyId: held.companyId,
      site: held.site,
      customerId: held.id,
      processor: deps.provider.name,
      providerId: it.id,
      providerUuid: it.uuid,
      activatedAt: it.activatedAt,
      createdAt: now,
      ...values,
    })
    return
  }
  if (!mayFollow(before.status, it.status)) {
    deps.log('A subscription that had ended came back', { id: it.id, held: before.status, read: it.status })
    return
  }
  await tx.update(subscriptions).set(values).where(eq(subscriptions.id, before.id))
}

async function keepInvoice(
  deps: BillingDeps,
  tx: Tx,
  held: Customer,
  invoice: ProviderInvoice,
): Promise<void> {
  const { number, state, totalCents, paidCents, paidAt, createdAt, billedTo } = invoice
  const lines = invoice.lines.map(({ startsAt, endsAt, ...line }) => ({
    ...line,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }))
  const { subscriptionId } = invoice
  const values = { number, state, totalCents, paidCents, paidAt, lines, billedTo, subscriptionId }
  await tx
    .insert(billingInvoices)
    .values({
      id: newId('bill'),
      companyId: held.companyId,
      site: held.site,
      customerId: held.id,
      processor: deps.provider.name,
      providerId: invoice.id,
      createdAt,
      ...values,
    })
    .onConflictDoUpdate({ target: [billingInvoices.processor, billingInvoices.providerId], set: values })
}

type Followed = { readonly held: Customer; readonly current: ProviderSubscription; readonly now: Date }

/** The customer's record follows the subscription, and what the site keeps follows that; the owner is told. */
async function follow(deps: BillingDeps, tx: Tx, { held, current, now }: Followed): Promise<void> {
  const [kept] = await tx.select().from(subscriptions).where(eq(subscriptions.providerId, current.id))
  // Unknown to the catalogue, or refused because it had ended before.
  if (!kept || kept.status !== current.status) return
  const before = await describe(tx, held)
  const { billedThrough, ...state } = customerState(current)
  const [after] = await tx
    .update(customers)
    .set({ ...state, billedThrough, planID: kept.planID, processor: deps.provider.name, updatedAt: now })
    .where(eq(customers.id, held.id))
    .returning()
  if (!after) throw new Error('A locked row is gone')
  await getBilledSite(held.site).onCustomerRead?.(tx, { before: held, after, now })
  await tell(deps, tx, { before, after, failedAttempts: kept.failedAttempts, current, now })
}

/** What the owner was last told. */
async function describe(tx: Tx, held: Customer): Promise<Situation> {
  const isIt = eq(subscriptions.providerId, held.subscriptionId ?? '')
  const [row] = await tx.select({ told: subscriptions.toldAttempts }).from(subscriptions).where(isIt)
  return {
    subscriptionId: held.subscriptionId,
    status: readStatus(held.subscriptionStatus),
    cancelAtPeriodEnd: held.cancelAtPeriodEnd,
    failedAttempts: row?.told ?? 0,
    planName: findPlan(held.site, held.planID)?.name ?? held.planID,
    periodEnd: held.billedThrough,
  }
}

type Told = {
  readonly before: Situation
  readonly after: Customer
  readonly failedAttempts: number
  readonly current: ProviderSubscription
  readonly now: Date
}

async function tell(deps: BillingDeps, tx: Tx, told: Told): Promise<void> {
  const { before, after, failedAttempts, current, now } = told
  const planName = findPlan(after.site, after.planID)?.name ?? after.planID
  const { status, cancelAtPeriodEnd, id: subscriptionId, currentPeriodEnd: periodEnd } = current
  const situation = { subscriptionId, status, cancelAtPeriodEnd, failedAttempts, planName, periodEnd }
  const { companyId, site } = after
  const notice = noticeOf(before, situation)
  if (notice) await deps.notify(tx, { companyId, site, ...notice })
  await tx
    .update(subscriptions)
    .set({ toldAttempts: failedAttempts })
    .where(eq(subscriptions.providerId, current.id))
  if (before.status === status && before.planName === planName && before.subscriptionId === subscriptionId)
    return
  await recordAudit(tx, {
    action: 'subscription.changed',
    now,
    companyId,
    objectType: 'subscription',
    objectId: subscriptionId,
    details: { site, from: before, to: situation },
  })
}
