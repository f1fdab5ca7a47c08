import { staysPaused } from './recurly-pauses.ts'
import {
  type FakeAccount,
  type FakeCard,
  type FakeInvoice,
  type FakeLine,
  type FakeSite,
  type FakeSubscription,
  fakeId,
  fakePlans,
  fakeUuid,
  notify,
  oneMonthAfter,
  Refusal,
} from './recurly-state.ts'

const declined = {
  code: 'insufficient_funds',
  message: 'Your card does not have enough money. Please use another card.',
}

const challenge = {
  code: 'three_d_secure_action_required',
  message: 'Your card must be authenticated with 3-D Secure before continuing.',
}

const planOf = (code: string) => {
  const plan = fakePlans.get(code)
  if (!plan) throw new Refusal(404, 'not_found', `Couldn't find Plan with code = ${code}`)
  return plan
}

export function createAccount(site: FakeSite, code: string, email: string | undefined): FakeAccount {
  if (site.accounts.some((account) => account.code === code))
    throw new Refusal(422, 'validation', 'Code has already been taken')
  const account: FakeAccount = {
    id: fakeId(),
    code,
    email,
    card: undefined,
    creditCents: 0,
    createdAt: site.now,
    updatedAt: site.now,
  }
  site.accounts.push(account)
  notify(site, 'account.created', { id: account.id, account_code: code })
  return account
}

export function putCard(site: FakeSite, account: FakeAccount, tokenId: string): void {
  keepCard(site, account, takeCard(site, tokenId))
}

/** A token is good for one use. @throws Refusal for one that is none, and for a card that is turned down at once */
function takeCard(site: FakeSite, tokenId: string): FakeCard {
  const card = site.tokens.get(tokenId)
  if (!card) throw new Refusal(422, 'invalid_token', 'Token is either invalid or expired')
  site.tokens.delete(tokenId)
  if (card.manner === 'refused')
    throw new Refusal(422, 'transaction', 'Your card was declined.', {
      code: 'declined',
      message: 'The card was declined. Please use another card.',
    })
  return card
}

function keepCard(site: FakeSite, account: FakeAccount, card: FakeCard): void {
  account.card = card
  account.updatedAt = site.now
  notify(site, 'account.billing_info_updated', { id: account.id, account_code: account.code })
}

/** @throws Refusal when there is none */
export function removeCard(site: FakeSite, account: FakeAccount): void {
  if (!account.card) throw new Refusal(404, 'not_found', "Couldn't find BillingInfo")
  account.card = undefined
  account.updatedAt = site.now
}

export type FakePurchase = { planCode: string; tokenId: string | undefined }

/**
 * A card that comes with the purchase pays it, and is kept with it.
 * @throws Refusal when the card declines; then nothing was made, and the account keeps the card it had.
 */
export function subscribe(
  site: FakeSite,
  account: FakeAccount,
  { planCode, tokenId }: FakePurchase,
): FakeSubscription {
  planOf(planCode)
  const brought = tokenId === undefined ? undefined : takeCard(site, tokenId)
  requireGoodCard(brought ?? account.card)
  if (brought) keepCard(site, account, brought)
  const subscription: FakeSubscription = {
    id: fakeId(),
    uuid: fakeUuid(),
    account,
    planCode,
    state: 'active',
    createdAt: site.now,
    updatedAt: site.now,
    periodStart: site.now,
    periodEnd: oneMonthAfter(site.now),
    canceledAt: undefined,
    expiresAt: undefined,
    expirationReason: undefined,
  }
  site.subscriptions.push(subscription)
  notify(site, 'subscription.created', subscription)
  charge(site, subscription, 'purchase', [wholePeriod(subscription)])
  return subscription
}

function requireGoodCard(card: FakeCard | undefined): void {
  if (!card) throw new Refusal(422, 'validation', "Billing info can't be blank")
  if (card.manner === 'insufficient_funds')
    throw new Refusal(422, 'transaction', 'Your card was declined.', declined)
  if (card.manner === 'needs_challenge') throw new Refusal(422, 'transaction', challenge.message, challenge)
}

const pays = ({ account: { card }, origin }: FakeInvoice): boolean =>
  card?.manner === 'good' || (card?.manner === 'declines_renewals' && origin !== 'renewal')

const wholePeriod = ({ planCode, periodStart, periodEnd }: FakeSubscription): FakeLine => ({
  description: planOf(planCode).name,
  cents: planOf(planCode).cents,
  startsAt: periodStart,
  endsAt: periodEnd,
  planCode,
})

/** Writes an invoice and takes the money: what credit the account has first, the rest from the card. */
function charge(
  site: FakeSite,
  subscription: FakeSubscription,
  origin: FakeInvoice['origin'],
  lines: FakeLine[],
): FakeInvoice {
  const { account } = subscription
  const totalCents = lines.reduce((sum, { cents }) => sum + cents, 0)
  const isCredit = totalCents < 0
  const dueCents = Math.max(0, totalCents - account.creditCents)
  account.creditCents = Math.max(0, account.creditCents - totalCents)
  const invoice: FakeInvoice = {
    id: fakeId(),
    number: String(1000 + site.invoices.length),
    type: isCredit ? 'credit' : 'charge',
    origin,
    state: isCredit ? 'open' : 'past_due',
    account,
    subscription,
    lines,
    totalCents,
    paidCents: 0,
    transactions: [],
    createdAt: site.now,
    closedAt: undefined,
  }
  site.invoices.push(invoice)
  notify(site, isCredit ? 'credit_invoice.created' : 'charge_invoice.created', invoice)
  if (!isCredit) collect(site, invoice, dueCents)
  return invoice
}

/** Tries the card. @returns whether it paid */
function collect(site: FakeSite, invoice: FakeInvoice, dueCents = invoice.totalCents): boolean {
  const isPaid = dueCents === 0 || pays(invoice)
  if (dueCents > 0)
    invoice.transactions.push({ id: fakeId(), status: isPaid ? 'success' : 'declined', cents: dueCents })
  if (isPaid) {
    invoice.state = 'paid'
    invoice.paidCents = dueCents
    invoice.closedAt = site.now
    notify(site, 'charge_invoice.paid', invoice)
    notify(site, 'payment.succeeded', { id: invoice.transactions.at(-1)?.id ?? invoice.id })
  } else if (invoice.transactions.length === 1) notify(site, 'charge_invoice.past_due', invoice)
  return isPaid
}

/** Tries the card again. @throws Refusal when it does not pay */
export function collectAgain(site: FakeSite, invoice: FakeInvoice): void {
  requireOverdue(invoice)
  if (!collect(site, invoice)) throw new Refusal(422, 'transaction', 'Your card was declined.', declined)
}

export function markFailed(site: FakeSite, invoice: FakeInvoice): void {
  requireOverdue(invoice)
  invoice.state = 'failed'
  invoice.closedAt = site.now
  notify(site, 'charge_invoice.failed', invoice)
}

function requireOverdue({ state }: FakeInvoice): void {
  if (state !== 'past_due') throw new Refusal(422, 'validation', 'This invoice is not open')
}

/** What is left of the period: the new plan's share, and the old plan's given back. */
export function prorate(site: FakeSite, subscription: FakeSubscription, planCode: string): FakeLine[] {
  const { periodStart, periodEnd } = subscription
  const left = (periodEnd.getTime() - site.now.getTime()) / (periodEnd.getTime() - periodStart.getTime())
  const share = (code: string, sign: 1 | -1): FakeLine => ({
    description: planOf(code).name,
    cents: sign * Math.round(planOf(code).cents * left),
    startsAt: site.now,
    endsAt: periodEnd,
    planCode: code,
    share: left,
  })
  return [share(planCode, 1), share(subscription.planCode, -1)]
}

/** At once. @throws Refusal for the plan it has, for one that has ended, and when the card does not pay */
export function change(site: FakeSite, subscription: FakeSubscription, planCode: string): FakeInvoice {
  planOf(planCode)
  if (subscription.state === 'expired')
    throw new Refusal(422, 'immutable_subscription', 'An expired subscription cannot be changed')
  if (subscription.planCode === planCode)
    throw new Refusal(422, 'validation', 'The change matches the subscription as it is')
  const lines = prorate(site, subscription, planCode)
  if (lines.reduce((sum, { cents }) => sum + cents, 0) > subscription.account.creditCents)
    requireGoodCard(subscription.account.card)
  subscription.planCode = planCode
  subscription.updatedAt = site.now
  notify(site, 'subscription.updated', subscription)
  return charge(site, subscription, 'immediate_change', lines)
}

export function cancel(site: FakeSite, subscription: FakeSubscription): void {
  if (subscription.state !== 'active')
    throw new Refusal(422, 'validation', 'Only an active subscription can be canceled')
  Object.assign(subscription, {
    state: 'canceled',
    canceledAt: site.now,
    expiresAt: subscription.periodEnd,
    updatedAt: site.now,
  })
  notify(site, 'subscription.canceled', subscription)
}

export function reactivate(site: FakeSite, subscription: FakeSubscription): void {
  if (subscription.state !== 'canceled')
    throw new Refusal(422, 'validation', 'Only a canceled subscription can be reactivated')
  Object.assign(subscription, {
    state: 'active',
    canceledAt: undefined,
    expiresAt: undefined,
    updatedAt: site.now,
  })
  notify(site, 'subscription.reactivated', subscription)
}

export function terminate(site: FakeSite, subscription: FakeSubscription): void {
  if (subscription.state === 'expired')
    throw new Refusal(422, 'validation', 'An expired subscription cannot be terminated')
  subscription.canceledAt = site.now
  expire(site, subscription, 'canceled', site.now)
}

function expire(site: FakeSite, subscription: FakeSubscription, reason: string, at: Date): void {
  Object.assign(subscription, {
    state: 'expired',
    expiresAt: at,
    expirationReason: reason,
    updatedAt: site.now,
  })
  notify(site, 'subscription.expired', subscription)
}

/** Moves the clock, renewing and ending what is due on the way. */
export function advance(site: FakeSite, ms: number): void {
  const end = new Date(site.now.getTime() + ms)
  for (;;) {
    const [due] = site.subscriptions
      .filter(({ state, periodEnd }) => state !== 'expired' && periodEnd <= end)
      .sort((a, b) => a.periodEnd.getTime() - b.periodEnd.getTime())
    if (!due) break
    site.now = new Date(Math.max(site.now.getTime(), due.periodEnd.getTime()))
    if (due.state === 'canceled') expire(site, due, 'canceled', due.periodEnd)
    else renew(site, due)
  }
  site.now = end
}

function renew(site: FakeSite, subscription: FakeSubscription): void {
  subscription.periodStart = subscription.periodEnd
  subscription.periodEnd = oneMonthAfter(subscription.periodStart)
  subscription.updatedAt = site.now
  if (staysPaused(site, subscription)) return
  notify(site, 'subscription.renewed', subscription)
  charge(site, subscription, 'renewal', [wholePeriod(subscription)])
}

/** The last day of the dunning campaign: what is overdue failed, and its subscription ends unpaid. */
export function endDunning(site: FakeSite): void {
  for (const invoice of site.invoices.filter(({ state }) => state === 'past_due')) {
    markFailed(site, invoice)
    if (invoice.subscription.state !== 'expired') expire(site, invoice.subscription, 'nonpayment', site.now)
  }
}
