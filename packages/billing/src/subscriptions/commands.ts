import { recordAudit } from '@freeor/accounts/commands'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { getBilledSite } from '../billed-sites.ts'
import { getPlan, type PlanID, providerPlanCode } from '../plans.ts'
import type {
  AccountOutcome,
  Declined,
  Invalid,
  ProviderAccount,
  SubscriptionOutcome,
} from '../providers/ports.ts'
import type { Customer } from '../queries.ts'
import { requireSeats } from '../seats/queries.ts'
import { customers } from '../tables.ts'
import { billedBy } from './billed-by.ts'
import { refuseFormerCard } from './former-card.ts'
import {
  closeIntent,
  finishIntent,
  moveToFree,
  replaceFormerCard,
  startIntent,
  type Wish,
} from './intents/commands.ts'
import type { BillingDeps } from './ports.ts'
import {
  findLiveSubscription,
  getCustomer,
  getOwner,
  type Intent,
  lockCustomer,
  lockLivingCompany,
  type Place,
  type SubscriptionRow,
} from './queries.ts'
import { readProvider } from './readings/commands.ts'
import { hasEnded } from './subscription-state.ts'
import type { IntentKind } from './tables.ts'

export type Asker = { readonly companyId: string; readonly site: Site; readonly userId: string }

/** Uses up the person's pass of the human check, in the transaction that begins what it is for. */
export type SpendPass = (tx: Tx) => Promise<void>

export type Outcome = { readonly status: 'ok'; readonly customer: Customer } | Declined | Invalid

const noSubscription = () => new AppError('conflict', "Uh oh, you don't currently have a subscription.")

/**
 * The customer's row, locked; created when the company is not yet a customer of this site: then it is `canceled` until
 * it moves to a plan. The company's row is locked by the caller.
 */
export async function ensureCustomer(tx: Tx, { companyId, site }: Place, now: Date): Promise<Customer> {
  await tx
    .insert(customers)
    .values({
      id: newId('cus'),
      companyId,
      site,
      planID: 'freeor_free',
      subscriptionStatus: 'canceled',
      billingCycleAnchor: Math.floor(now.getTime() / 1000),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [customers.companyId, customers.site] })
  return await lockCustomer(tx, (await getCustomer(tx, { companyId, site })).id)
}

async function lockOrOpenCustomer(tx: Tx, asker: Asker, now: Date): Promise<Customer> {
  await lockLivingCompany(tx, asker)
  return await ensureCustomer(tx, asker, now)
}

/** The payment account of a company on a site, made at the provider when there is none. */
export async function openPaymentAccount(deps: BillingDeps, asker: Asker): Promise<ProviderAccount> {
  const now = deps.clock.now()
  const customer = await deps.db.transaction((tx) => lockOrOpenCustomer(tx, asker, now))
  return await ensureAccount(deps, customer)
}

async function ensureAccount(deps: BillingDeps, customer: Customer): Promise<ProviderAccount> {
  const { id, companyId } = customer
  const { email } = await getOwner(deps.db, companyId)
  const account = await billedBy(deps, customer).provider.createAccount({ code: id, email })
  await deps.db
    .update(customers)
    .set({ accountId: account.id, email: account.email, updatedAt: deps.clock.now() })
    .where(eq(customers.id, id))
  return account
}

export type Begun = { readonly customer: Customer; readonly intent: Intent }

export type Begin = {
  readonly asker: Asker
  readonly spendPass?: SpendPass | undefined
  /** Returns what is requested, or throws a refusal; the customer's row is locked. */
  readonly wish: (tx: Tx, customer: Customer) => Promise<Omit<Wish, 'userId'>>
}

/** The first transaction of every command: pass, checks, intent, audit. */
export async function begin(deps: BillingDeps, { asker, spendPass, wish }: Begin): Promise<Begun> {
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    const customer = await lockOrOpenCustomer(tx, asker, now)
    const wished = { ...(await wish(tx, customer)), userId: asker.userId }
    refuseWhileLeaving(customer, wished.kind)
    await spendPass?.(tx)
    const intent = await startIntent(tx, customer, wished, now)
    await recordAudit(tx, {
      action: `subscription.${wished.kind}_asked`,
      now,
      actorUserId: asker.userId,
      companyId: asker.companyId,
      objectType: 'billing_intent',
      objectId: intent.id,
      details: { site: asker.site, planID: wished.planID },
    })
    return { customer, intent }
  })
}

/** A subscription at a provider that is not used any more can only end. @throws AppError conflict */
export function refuseWhileLeaving(customer: Customer, kind: IntentKind): void {
  if (customer.providerLeftAt === null || ['cancel', 'terminate', 'remove_card'].includes(kind)) return
  throw new AppError(
    'conflict',
    'We take payments through another service now. Please subscribe again when your subscription has ended.',
  )
}

/** Closes an intent by the provider's answer. A thrown answer leaves it open, for the next try or the repair. */
export async function settle(
  deps: BillingDeps,
  intent: Intent,
  outcome: SubscriptionOutcome | AccountOutcome,
): Promise<Outcome> {
  if (outcome.status === 'ok') return { status: 'ok', customer: await finishIntent(deps, intent) }
  const isDeclined = outcome.status === 'declined'
  const error = isDeclined ? outcome.transactionError : { code: outcome.code, message: outcome.message }
  const state = isDeclined ? ('declined' as const) : ('refused' as const)
  await deps.db.transaction((tx) => closeIntent(tx, intent, { state, error }, deps.clock.now()))
  return outcome
}

export type Subscribe = {
  readonly asker: Asker
  readonly planID: PlanID
  /** A card that is charged, and goes on file only when it pays; otherwise the card on file is charged. */
  readonly tokenId?: string | undefined
  readonly spendPass?: SpendPass | undefined
}

/**
 * Subscribes to a plan; the free one without a card. Repeated at the same time or after a crash, it makes one
 * subscription, charged once.
 * @throws AppError conflict with a subscription already, or while something else is under way; invalid_request for a
 *   card with the free plan; unavailable when the provider is away: the next try continues where this one stopped
 */
export async function subscribe(
  deps: BillingDeps,
  { asker, planID, tokenId, spendPass }: Subscribe,
): Promise<Outcome> {
  const plan = getPlan(asker.site, planID)
  if (plan.price === 0) {
    if (tokenId !== undefined) throw new AppError('invalid_request', 'The free plan takes no card.')
    return await subscribeFree(deps, asker, spendPass)
  }
  const { customer, intent } = await begin(deps, {
    asker,
    spendPass,
    wish: async (tx, held) => {
      await refuseSecond(tx, asker)
      await requireSeats(tx, { ...asker, planID })
      if (tokenId === undefined) refuseFormerCard(held)
      return { kind: 'subscribe', planID, subscriptionId: null }
    },
  })
  await deps.faults?.('subscribe-intended')
  await ensureAccount(deps, customer)
  // A subscription that we have no record of, from a try whose answer was lost: it is the one.
  const known = await deps.provider.listSubscriptions(customer.id)
  const living = known.find(({ status }) => !hasEnded(status))
  const outcome: SubscriptionOutcome = living
    ? { status: 'ok', subscription: living }
    : await deps.provider.createSubscription({
        accountCode: customer.id,
        planCode: providerPlanCode(asker.site, planID),
        tokenId,
        idempotencyKey: intent.id,
      })
  await deps.faults?.('subscribe-charged')
  if (outcome.status === 'ok') await replaceFormerCard(deps.db, intent)
  return await settle(deps, intent, outcome)
}

async function refuseSecond(tx: Tx, asker: Asker): Promise<void> {
  if (await findLiveSubscription(tx, asker))
    throw new AppError('conflict', 'You already have a subscription. Change its plan instead.')
}

async function subscribeFree(
  deps: BillingDeps,
  asker: Asker,
  spendPass: SpendPass | undefined,
): Promise<Outcome> {
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    const customer = await lockOrOpenCustomer(tx, asker, now)
    await refuseSecond(tx, asker)
    await requireSeats(tx, { ...asker, planID: 'freeor_free' })
    await spendPass?.(tx)
    await moveToFree(tx, customer, now)
    const moved = await lockCustomer(tx, customer.id)
    await getBilledSite(asker.site).onFreePlanBegun?.(tx, moved, now)
    const { userId: actorUserId, companyId, site } = asker
    const what = { objectType: 'customer', objectId: customer.id, details: { site, planID: 'freeor_free' } }
    await recordAudit(tx, { action: 'subscription.free_begun', now, actorUserId, companyId, ...what })
    return { status: 'ok' as const, customer: moved }
  })
}

/** The subscription a command acts on. @throws AppError conflict without one */
export async function requireLive(tx: Tx, asker: Asker): Promise<SubscriptionRow> {
  const live = await findLiveSubscription(tx, asker)
  if (!live) throw noSubscription()
  return live
}

type Ask = { readonly kind: 'cancel' | 'resume' | 'terminate'; readonly asker: Asker }

async function act(deps: BillingDeps, { kind, asker }: Ask): Promise<Outcome> {
  const { customer, intent } = await begin(deps, {
    asker,
    wish: async (tx) => {
      const { providerId } = await requireLive(tx, asker)
      return { kind, planID: null, subscriptionId: providerId }
    },
  })
  const { provider } = billedBy(deps, customer)
  const id = intent.subscriptionId ?? ''
  const outcome =
    kind === 'cancel'
      ? await provider.cancelAtPeriodEnd(id)
      : kind === 'resume'
        ? await provider.resume(id)
        : await provider.terminate(id)
  return await settle(deps, intent, outcome)
}

/** The running period becomes the last one. @throws AppError conflict without a subscription */
export const cancelAtPeriodEnd = (deps: BillingDeps, asker: Asker) => act(deps, { kind: 'cancel', asker })

/** Undoes that. @throws AppError conflict without a subscription */
export const resumeSubscription = (deps: BillingDeps, asker: Asker) => act(deps, { kind: 'resume', asker })

/** Ends it at once: access is lost immediately. @throws AppError conflict without a subscription */
export const terminateSubscription = (deps: BillingDeps, asker: Asker) =>
  act(deps, { kind: 'terminate', asker })

export type CardUpdate = {
  readonly asker: Asker
  readonly tokenId: string
  readonly spendPass?: SpendPass | undefined
}

/** Puts a card on file, opening the payment account when there is none; a new card pays what is overdue. */
export async function updateCard(
  deps: BillingDeps,
  { asker, tokenId, spendPass }: CardUpdate,
): Promise<Outcome> {
  const { customer, intent } = await begin(deps, {
    asker,
    spendPass,
    wish: async () => ({ kind: 'update_card', planID: null, subscriptionId: null }),
  })
  const { id } = await ensureAccount(deps, customer)
  const outcome = await deps.provider.updateAccount(id, { tokenId })
  // It replaced a former owner's card, so there is none to be removed any more.
  if (outcome.status === 'ok')
    await deps.db.update(customers).set({ cardRemovalDueAt: null }).where(eq(customers.id, customer.id))
  const settled = await settle(deps, intent, outcome)
  // The card is on file even when it could not pay what is overdue.
  if (settled.status === 'declined') await readProvider(deps, customer.id)
  return settled
}
