import type { Tx } from '@freeor/postgres/database'
import { doEach, throwFailures } from '@freeor/postgres/do-each'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { billingPeriod } from '../../../billing-cycle.ts'
import { hasEnded, nextState, type SubscriptionEvent } from '../../../subscriptions/subscription-state.ts'
import type { Declined } from '../../ports.ts'
import { addInvoice, collect, setInvoice, tell } from '../charges/commands.ts'
import { type Ending, endSubscription, lockAccount, setSubscription } from '../commands.ts'
import type { EmbeddedDeps } from '../ports.ts'
import type { Account, Invoice, Subscription } from '../queries.ts'
import { boundAttempt, nextAttempt } from '../retry-schedule.ts'
import { embeddedInvoices, embeddedSubscriptions } from '../tables.ts'
import type { Authorization } from '../test-cards.ts'

/**
 * Renews, retries and ends everything that is due, each subscription in a transaction of its own. It may run any number
 * of times: a period is billed once, and each refusal moves the next try into the future.
 * @returns how many subscriptions were due
 * @throws AggregateError naming those that could not be advanced, after all others were
 */
export async function runDue(deps: EmbeddedDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await deps.db
    .select({ id: embeddedSubscriptions.id, accountId: embeddedSubscriptions.accountId })
    .from(embeddedSubscriptions)
    .where(and(isNull(embeddedSubscriptions.endedAt), isDue(now)))
    .orderBy(asc(embeddedSubscriptions.currentPeriodEnd))
  throwFailures(
    await doEach(
      due,
      ({ id }) => id,
      (each) => deps.db.transaction((tx) => advance(deps, tx, each)),
    ),
  )
  return due.length
}

function isDue(now: Date) {
  const { currentPeriodEnd, nextAttemptAt } = embeddedSubscriptions
  // Planned further ahead than any pause, so the clock was ahead at that time.
  const isTooFar = gt(nextAttemptAt, boundAttempt(new Date(8.64e15), now))
  return or(lte(currentPeriodEnd, now), and(isNotNull(nextAttemptAt), or(lte(nextAttemptAt, now), isTooFar)))
}

type Named = { readonly id: string; readonly accountId: string }

async function advance(deps: EmbeddedDeps, tx: Tx, { id, accountId }: Named): Promise<void> {
  const account = await lockAccount(tx, accountId)
  const [subscription] = await tx
    .select()
    .from(embeddedSubscriptions)
    .where(and(eq(embeddedSubscriptions.id, id), isNull(embeddedSubscriptions.endedAt)))
  if (!account || !subscription) return
  const now = deps.clock.now()
  const { nextAttemptAt } = subscription
  if (nextAttemptAt) {
    const bound = boundAttempt(nextAttemptAt, now)
    if (bound > now) {
      if (bound < nextAttemptAt) await plan(tx, id, bound)
    } else {
      await retry(deps, tx, account, subscription)
    }
    return
  }
  if (subscription.currentPeriodEnd > now) return
  if (nextState(subscription, 'period_ended').status === 'canceled')
    await endSubscription(deps, tx, account, { subscription, as: 'canceled' })
  else if (subscription.status === 'active') await renew(deps, tx, account, subscription)
}

const plan = async (tx: Tx, id: string, nextAttemptAt: Date) =>
  await tx.update(embeddedSubscriptions).set({ nextAttemptAt }).where(eq(embeddedSubscriptions.id, id))

/** Bills the period that runs now. One that passed while nothing ran is not billed: nothing was given for it. */
async function renew(
  deps: EmbeddedDeps,
  tx: Tx,
  account: Account,
  subscription: Subscription,
): Promise<void> {
  const now = deps.clock.now()
  const { start, end } = billingPeriod(subscription.activatedAt, now)
  const values = { currentPeriodStart: start, currentPeriodEnd: end }
  const name = deps.findPlan(subscription.planCode)?.name ?? subscription.planCode
  const { planCode, priceCents } = subscription
  const line = {
    description: name,
    amountCents: priceCents,
    plan: { code: planCode, cents: priceCents, priceCents },
    startsAt: start.toISOString(),
    endsAt: end.toISOString(),
  }
  const bill = { subscriptionId: subscription.id, kind: 'period' as const, periodStart: start, lines: [line] }
  const invoice = await addInvoice(tx, account, bill, now)
  const renewed = await setSubscription(deps, tx, account, { subscription, type: 'renewed', values })
  // Billed already, while the clock was ahead.
  if (!invoice) return
  const answer = await collect(tx, account, { invoice, occasion: 'renewal', now })
  await settle(deps, tx, account, { subscription: renewed, invoice, answer })
}

/** Charges the card again for what is open. */
async function retry(
  deps: EmbeddedDeps,
  tx: Tx,
  account: Account,
  subscription: Subscription,
): Promise<Declined['transactionError'] | undefined> {
  const invoice = await findOpenInvoice(tx, subscription.id)
  if (!invoice) throw new Error(`The subscription ${subscription.id} is overdue and has no open invoice`)
  const isFirst = subscription.status === 'pending' || subscription.status === 'failed'
  const now = deps.clock.now()
  const answer = await collect(tx, account, { invoice, occasion: isFirst ? 'first' : 'renewal', now })
  await settle(deps, tx, account, { subscription, invoice, answer })
  return answer.outcome === 'declined' ? answer.error : undefined
}

async function findOpenInvoice(tx: Tx, subscriptionId: string): Promise<Invoice | undefined> {
  const [invoice] = await tx
    .select()
    .from(embeddedInvoices)
    .where(
      and(
        eq(embeddedInvoices.subscriptionId, subscriptionId),
        inArray(embeddedInvoices.state, ['pending', 'past_due']),
      ),
    )
    .orderBy(sql`${embeddedInvoices.number} DESC`)
    .limit(1)
  return invoice
}

type Answered = {
  readonly subscription: Subscription
  readonly invoice: Invoice
  readonly answer: Authorization
}

/** Applies the card's answer to a subscription, by the table of states. */
async function settle(deps: EmbeddedDeps, tx: Tx, account: Account, answered: Answered): Promise<void> {
  const { subscription, invoice, answer } = answered
  if (answer.outcome === 'pending') return
  const now = deps.clock.now()
  const failedAttempts = answer.outcome === 'declined' ? subscription.failedAttempts + 1 : 0
  const nextAttemptAt = answer.outcome === 'declined' ? nextAttempt(failedAttempts, now) : null
  const event: SubscriptionEvent =
    answer.outcome === 'approved' ? 'paid' : nextAttemptAt ? 'payment_refused' : 'retries_ended'
  const { status } = nextState(subscription, event)
  const object = { kind: 'invoice' as const, id: invoice.id }
  if (hasEnded(status)) {
    await setInvoice(tx, invoice, { state: 'failed' })
    await tell(deps, tx, account, { type: 'invoice.failed', object })
    await endSubscription(deps, tx, account, { subscription, as: status as Ending })
    return
  }
  if (answer.outcome === 'declined') await setInvoice(tx, invoice, { state: 'past_due' })
  await tell(deps, tx, account, {
    type: `invoice.${answer.outcome === 'approved' ? 'paid' : 'past_due'}`,
    object,
  })
  const values = { status: status as Subscription['status'], failedAttempts, nextAttemptAt }
  await setSubscription(deps, tx, account, { subscription, type: 'updated', values })
}

/** Charges a new card with what is overdue on a locked account. @returns why the card refused, if it did. */
export async function settleOverdue(
  deps: EmbeddedDeps,
  tx: Tx,
  account: Account,
): Promise<Declined['transactionError'] | undefined> {
  const [subscription] = await tx
    .select()
    .from(embeddedSubscriptions)
    .where(
      and(
        eq(embeddedSubscriptions.accountId, account.id),
        inArray(embeddedSubscriptions.status, ['past_due', 'failed']),
      ),
    )
  if (!subscription) return undefined
  const invoice = await findOpenInvoice(tx, subscription.id)
  if (!invoice) return undefined
  const now = deps.clock.now()
  const occasion = subscription.status === 'failed' ? 'first' : 'renewal'
  const answer = await collect(tx, account, { invoice, occasion, now })
  // A try that a user makes with another card uses up none of the planned ones.
  if (answer.outcome === 'declined') return answer.error
  await settle(deps, tx, account, { subscription, invoice, answer })
  return undefined
}
