import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { doEach, type Failure } from '@freeor/postgres/do-each'
import { and, count, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { findPlan } from '../../plans.ts'
import { embeddedAccounts } from '../../providers/embedded/tables.ts'
import type { ProviderName } from '../../providers/ports.ts'
import { customers } from '../../tables.ts'
import { noticeOfLeftProvider } from '../notices.ts'
import type { BillingDeps } from '../ports.ts'
import { lockCustomer } from '../queries.ts'
import { readProvider } from '../readings/commands.ts'
import { subscriptions } from '../tables.ts'

const ended = ['canceled', 'expired', 'incomplete_expired'] as const

const lives = notInArray(subscriptions.status, [...ended])

/** Not set to end yet, or its owner was not told why. */
const goesOn = or(eq(subscriptions.cancelAtPeriodEnd, false), isNull(customers.providerLeftAt))

/**
 * Subscriptions stay with the provider that made them. Those of the built-in provider end with their period once
 * another one is configured, and their owners are told how to go on; nobody is charged by two. Run at each start and
 * again by the repair, since a provider may be away.
 * @returns what failed, to be tried again
 */
export async function followProviderChange(deps: BillingDeps): Promise<readonly Failure[]> {
  const { former, provider, db } = deps
  await forgetForeignAccounts(db, provider.name)
  if (!former) return []
  const left = await db
    .select({ customerId: subscriptions.customerId, id: subscriptions.providerId })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(and(eq(subscriptions.processor, former.name), lives, goesOn))
  return await doEach(
    left,
    ({ customerId }) => customerId,
    async ({ customerId, id }) => {
      await tellOnce(deps, customerId)
      await former.cancelAtPeriodEnd(id)
      await readProvider(deps, customerId)
    },
  )
}

/**
 * Refuses to run with the built-in provider while another one still bills: we could neither read nor end what it bills.
 * @throws AppError conflict with a sentence for the operator
 */
export async function requireReachable({ db, provider, former }: BillingDeps): Promise<void> {
  const reachable = [provider.name, ...(former ? [former.name] : [])]
  const [found] = await db
    .select({ processor: sql<string>`min(${subscriptions.processor})`, subscribers: count() })
    .from(subscriptions)
    .where(and(notInArray(subscriptions.processor, reachable), lives))
  if (found && found.subscribers > 0)
    throw new AppError(
      'conflict',
      `BILLING_PROVIDER: ${found.subscribers} subscriptions are still billed by ${found.processor}. Set BILLING_PROVIDER=${found.processor}, or end them there first.`,
    )
}

/** An account and a card at a provider that is not the configured one, and bills nobody's subscription, are no use. */
async function forgetForeignAccounts(db: Tx, configured: ProviderName): Promise<void> {
  const ofEmbedded = db.select({ id: embeddedAccounts.id }).from(embeddedAccounts)
  const billed = db.select({ id: subscriptions.customerId }).from(subscriptions).where(lives)
  const isForeign =
    configured === 'embedded'
      ? notInArray(customers.accountId, ofEmbedded)
      : inArray(customers.accountId, ofEmbedded)
  await db
    .update(customers)
    .set({ accountId: null, email: null, card: null, cardRemovalDueAt: null })
    .where(and(isNotNull(customers.accountId), isForeign, notInArray(customers.id, billed)))
  // Back at the provider that made it: the subscription can be resumed like any.
  await db
    .update(customers)
    .set({ providerLeftAt: null })
    .where(and(isNotNull(customers.providerLeftAt), eq(customers.processor, configured)))
}

/** `providerLeftAt`, the state that follows from it and the mail are one transaction, so the owner is told once. */
async function tellOnce(deps: BillingDeps, customerId: string): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await lockCustomer(tx, customerId)
    const isNew = and(
      eq(customers.id, customerId),
      isNull(customers.providerLeftAt),
      ne(customers.processor, deps.provider.name),
    )
    const [customer] = await tx
      .update(customers)
      .set({ providerLeftAt: now, cancelAtPeriodEnd: true, updatedAt: now })
      .where(isNew)
      .returning()
    if (!customer) return
    const { companyId, site, planID, billedThrough } = customer
    const planName = findPlan(site, planID)?.name ?? planID
    await deps.notify(tx, {
      companyId,
      site,
      ...noticeOfLeftProvider({ planName, periodEnd: billedThrough }),
    })
  })
}
