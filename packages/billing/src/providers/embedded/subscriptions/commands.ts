import { randomUUID } from 'node:crypto'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNull } from 'drizzle-orm'
import { billingPeriod } from '../../../billing-cycle.ts'
import { prorate } from '../../../proration.ts'
import type {
  ChangeInput,
  Declined,
  Invalid,
  NewSubscription,
  PreviewOutcome,
  SubscriptionOutcome,
} from '../../ports.ts'
import { setAccount, spendToken, unreadableCard } from '../cards/commands.ts'
import { addInvoice, collect, setInvoice, subscriptionEvent, tell } from '../charges/commands.ts'
import { invalid, lockAccount, setSubscription } from '../commands.ts'
import type { EmbeddedDeps, EmbeddedPlan } from '../ports.ts'
import {
  type Account,
  findAccount,
  findSubscription,
  type Subscription,
  showSubscription,
  sumCredit,
} from '../queries.ts'
import { embeddedRequests, embeddedSubscriptions } from '../tables.ts'

type Done = { readonly status: 'ok'; readonly subscription: Subscription } | Declined | Invalid
type Kept = { readonly status: 'ok'; readonly subscriptionId: string } | Declined | Invalid

type Request = { readonly key: string; readonly fingerprint: string }

/**
 * Gives a repeated key its first answer again. The account is locked, so of two calls at the same time only one does
 * the work.
 */
async function once(
  deps: EmbeddedDeps,
  tx: Tx,
  { key, fingerprint }: Request,
  work: () => Promise<Done>,
): Promise<SubscriptionOutcome> {
  const [earlier] = await tx.select().from(embeddedRequests).where(eq(embeddedRequests.key, key))
  if (earlier) {
    if (earlier.fingerprint !== fingerprint)
      return invalid('validation', 'This key was used for something else.')
    const kept = earlier.answer as Kept
    return kept.status === 'ok' ? await show(tx, kept.subscriptionId) : kept
  }
  const done = await work()
  const answer: Kept = done.status === 'ok' ? { status: 'ok', subscriptionId: done.subscription.id } : done
  await tx.insert(embeddedRequests).values({ key, fingerprint, answer, at: deps.clock.now() })
  return answer.status === 'ok' ? await show(tx, answer.subscriptionId) : answer
}

async function show(tx: Tx, id: string): Promise<SubscriptionOutcome> {
  const found = await findSubscription(tx, id)
  if (!found) return invalid('not_found', 'There is no such subscription.')
  return { status: 'ok', subscription: showSubscription(found.subscription, found.account.code) }
}

/** Charges the first period; without the money, or the promise of it, there is no subscription and no new card. */
export async function createSubscription(
  deps: EmbeddedDeps,
  { accountCode, planCode, tokenId, idempotencyKey }: NewSubscription,
): Promise<SubscriptionOutcome> {
  return await deps.db.transaction(async (tx) => {
    const known = await findAccount(tx, accountCode)
    const account = known && (await lockAccount(tx, known.id))
    if (!account) return invalid('not_found', 'There is no such account.')
    const request = { key: idempotencyKey, fingerprint: `create ${accountCode} ${planCode}` }
    return await once(deps, tx, request, async () => {
      const plan = deps.findPlan(planCode)
      if (!plan) return invalid('validation', 'There is no such plan.')
      if (await hasLive(tx, account)) return invalid('validation', 'The account already has a subscription.')
      const card = tokenId === undefined ? undefined : await spendToken(tx, tokenId, deps.clock.now())
      if (tokenId !== undefined && !card) return unreadableCard()
      const payer = { ...account, ...card }
      if (!payer.card) return invalid('no_card', 'There is no card on file. Please add one.')
      const begun = await begin(deps, tx, payer, { planCode, plan })
      if (card && begun.status === 'ok') await setAccount(deps, tx, account, card)
      return begun
    })
  })
}

async function hasLive(tx: Tx, account: Account): Promise<boolean> {
  const isLive = and(eq(embeddedSubscriptions.accountId, account.id), isNull(embeddedSubscriptions.endedAt))
  return (
    (await tx.select({ id: embeddedSubscriptions.id }).from(embeddedSubscriptions).where(isLive)).length > 0
  )
}

/** Rounded to the second, as the billing day is stored. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)

async function begin(
  deps: EmbeddedDeps,
  tx: Tx,
  account: Account,
  { planCode, plan }: { readonly planCode: string; readonly plan: EmbeddedPlan },
): Promise<Done> {
  const now = deps.clock.now()
  const activatedAt = wholeSecond(now)
  const { start, end } = billingPeriod(activatedAt, activatedAt)
  const line = {
    description: plan.name,
    amountCents: plan.priceCents,
    plan: { code: planCode, cents: plan.priceCents, priceCents: plan.priceCents },
    startsAt: start.toISOString(),
    endsAt: end.toISOString(),
  }
  const bill = { subscriptionId: null, kind: 'period' as const, periodStart: start, lines: [line] }
  const invoice = await addInvoice(tx, account, bill, now)
  if (!invoice) throw new Error('The first period of a new subscription has an invoice already')
  const answer = await collect(tx, account, { invoice, occasion: 'first', now })
  const object = { kind: 'invoice' as const, id: invoice.id }
  if (answer.outcome === 'declined') {
    await setInvoice(tx, invoice, { state: 'failed' })
    await tell(deps, tx, account, { type: 'invoice.failed', object })
    return { status: 'declined', transactionError: answer.error }
  }
  const isPending = answer.outcome === 'pending'
  const [subscription] = await tx
    .insert(embeddedSubscriptions)
    .values({
      id: newId('emb'),
      uuid: randomUUID().replaceAll('-', ''),
      accountId: account.id,
      planCode,
      status: isPending ? 'pending' : 'active',
      priceCents: plan.priceCents,
      activatedAt,
      currentPeriodStart: start,
      currentPeriodEnd: end,
      nextAttemptAt: isPending ? new Date(now.getTime() + 86_400_000) : null,
    })
    .returning()
  if (!subscription) throw new Error('A subscription was inserted, but no row came back')
  await setInvoice(tx, invoice, { subscriptionId: subscription.id })
  await tell(deps, tx, account, subscriptionEvent('created', subscription))
  await tell(deps, tx, account, { type: `invoice.${isPending ? 'pending' : 'paid'}`, object })
  return { status: 'ok', subscription }
}

export type Found = { readonly subscription: Subscription; readonly account: Account }

/** Locks the account, then reads the subscription as it is now. */
export async function lockSubscription(tx: Tx, id: string): Promise<Found | undefined> {
  const found = await findSubscription(tx, id)
  if (!found) return undefined
  await lockAccount(tx, found.account.id)
  return await findSubscription(tx, id)
}

export const noSuchSubscription = () => invalid('not_found', 'There is no such subscription.')

/** Why a subscription cannot change its plan, if it cannot. */
function refuseChange({ subscription }: Found, plan: EmbeddedPlan | undefined): Invalid | undefined {
  if (!plan || plan.priceCents === 0) return invalid('validation', 'There is no such plan.')
  if (subscription.endedAt) return invalid('validation', 'The subscription has ended.')
  if (subscription.status !== 'active')
    return invalid('validation', 'The subscription is not paid. Please update your card first.')
  if (subscription.cancelAtPeriodEnd)
    return invalid('validation', 'The subscription is being cancelled. Please resume it first.')
  return undefined
}

function price(deps: EmbeddedDeps, subscription: Subscription, plan: EmbeddedPlan) {
  return prorate({
    oldCents: subscription.priceCents,
    newCents: plan.priceCents,
    periodStart: subscription.currentPeriodStart,
    periodEnd: subscription.currentPeriodEnd,
    now: deps.clock.now(),
  })
}

/** What a change now would cost. */
export async function previewChange(
  deps: EmbeddedDeps,
  { subscriptionId, planCode }: ChangeInput,
): Promise<PreviewOutcome> {
  const found = await findSubscription(deps.db, subscriptionId)
  if (!found) return noSuchSubscription()
  const plan = deps.findPlan(planCode)
  const refused = refuseChange(found, plan)
  if (refused || !plan) return refused ?? noSuchSubscription()
  const { subscription, account } = found
  const isSame = subscription.planCode === planCode
  const { chargeCents, creditCents } = isSame
    ? { chargeCents: 0, creditCents: 0 }
    : price(deps, subscription, plan)
  const credit = await sumCredit(deps.db, account.id)
  const { currentPeriodStart, currentPeriodEnd } = subscription
  const dueNowCents = Math.max(0, chargeCents - creditCents - credit)
  const preview = { planCode, priceCents: plan.priceCents, chargeCents, creditCents, dueNowCents }
  return { status: 'ok', preview: { ...preview, currentPeriodStart, currentPeriodEnd } }
}

type ChangeNow = ChangeInput & { readonly idempotencyKey: string }

/** Changes the plan at once; when the card refuses the difference, nothing changes. */
export async function changeSubscription(deps: EmbeddedDeps, input: ChangeNow): Promise<SubscriptionOutcome> {
  const { subscriptionId, planCode, idempotencyKey } = input
  return await deps.db.transaction(async (tx) => {
    const found = await lockSubscription(tx, subscriptionId)
    if (!found) return noSuchSubscription()
    const request = { key: idempotencyKey, fingerprint: `change ${found.subscription.id} ${planCode}` }
    return await once(deps, tx, request, async () => {
      const plan = deps.findPlan(planCode)
      const refused = refuseChange(found, plan)
      if (refused || !plan) return refused ?? noSuchSubscription()
      if (found.subscription.planCode === planCode) return { status: 'ok', subscription: found.subscription }
      return await change(deps, tx, found, { planCode, plan })
    })
  })
}

async function change(
  deps: EmbeddedDeps,
  tx: Tx,
  { subscription, account }: Found,
  { planCode, plan }: { readonly planCode: string; readonly plan: EmbeddedPlan },
): Promise<Done> {
  const now = deps.clock.now()
  const { chargeCents, creditCents } = price(deps, subscription, plan)
  const span = { startsAt: now.toISOString(), endsAt: subscription.currentPeriodEnd.toISOString() }
  const oldName = deps.findPlan(subscription.planCode)?.name ?? subscription.planCode
  const part = (code: string, cents: number, priceCents: number) => ({
    amountCents: cents,
    plan: { code, cents, priceCents },
    ...span,
  })
  const lines = [
    { description: `${plan.name}, rest of the period`, ...part(planCode, chargeCents, plan.priceCents) },
    {
      description: `${oldName}, unused time`,
      ...part(subscription.planCode, -creditCents, subscription.priceCents),
    },
  ]
  const bill = { subscriptionId: subscription.id, kind: 'change' as const, periodStart: now, lines }
  const invoice = await addInvoice(tx, account, bill, now)
  if (!invoice) throw new Error('The change has an invoice already')
  const answer = await collect(tx, account, { invoice, occasion: 'change', now })
  const object = { kind: 'invoice' as const, id: invoice.id }
  if (answer.outcome !== 'approved') {
    await setInvoice(tx, invoice, { state: 'failed' })
    await tell(deps, tx, account, { type: 'invoice.failed', object })
    if (answer.outcome === 'declined') return { status: 'declined', transactionError: answer.error }
    throw new Error('A card may leave only a first payment pending')
  }
  await tell(deps, tx, account, { type: 'invoice.paid', object })
  const values = { planCode, priceCents: plan.priceCents }
  const changed = await setSubscription(deps, tx, account, { subscription, type: 'updated', values })
  return { status: 'ok', subscription: changed }
}
