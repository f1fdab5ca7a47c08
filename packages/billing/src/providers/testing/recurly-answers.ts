import {
  type FakeAccount,
  type FakeInvoice,
  type FakeLine,
  type FakeSubscription,
  fakeId,
  fakePlans,
  type Refusal,
} from './recurly-state.ts'

const dollars = (cents: number): number => cents / 100

const miniAccount = ({ id, code, email }: FakeAccount) => ({ id, object: 'account_mini', code, email })

const miniPlan = (code: string) => ({
  id: `plan${code.slice(-8)}`,
  object: 'plan_mini',
  code,
  name: fakePlans.get(code)?.name,
})

const priceOf = (planCode: string): number => dollars(fakePlans.get(planCode)?.cents ?? 0)

export const accountAnswer = (account: FakeAccount) => ({
  id: account.id,
  object: 'account',
  code: account.code,
  email: account.email,
  state: 'active',
  created_at: account.createdAt,
  updated_at: account.updatedAt,
})

export const billingInfoAnswer = (account: FakeAccount) =>
  account.card && {
    id: fakeId(),
    object: 'billing_info',
    account_id: account.id,
    first_name: 'Ada',
    last_name: 'Lovelace',
    valid: true,
    payment_method: {
      object: 'credit_card',
      card_type: 'Visa',
      first_six: '411111',
      last_four: account.card.lastFour,
      exp_month: 12,
      exp_year: 2031,
    },
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  }

export const subscriptionAnswer = (subscription: FakeSubscription) => ({
  id: subscription.id,
  object: 'subscription',
  uuid: subscription.uuid,
  account: miniAccount(subscription.account),
  plan: miniPlan(subscription.planCode),
  state: subscription.state,
  currency: 'USD',
  unit_amount: priceOf(subscription.planCode),
  quantity: 1,
  subtotal: priceOf(subscription.planCode),
  total: priceOf(subscription.planCode),
  collection_method: 'automatic',
  auto_renew: true,
  current_period_started_at: subscription.periodStart,
  current_period_ends_at: subscription.periodEnd,
  activated_at: subscription.createdAt,
  canceled_at: subscription.canceledAt,
  paused_at:
    subscription.state === 'paused' || subscription.pauseCycles ? subscription.periodStart : undefined,
  remaining_pause_cycles: subscription.pauseCycles,
  expires_at: subscription.expiresAt,
  expiration_reason: subscription.expirationReason,
  created_at: subscription.createdAt,
  updated_at: subscription.updatedAt,
})

const lineAnswer = (line: FakeLine) => ({
  id: fakeId(),
  object: 'line_item',
  type: line.cents < 0 ? 'credit' : 'charge',
  origin: 'plan',
  plan_code: line.planCode,
  currency: 'USD',
  subtotal: dollars(line.cents),
  ...(line.share !== undefined && { proration_rate: line.share }),
  amount: dollars(line.cents),
  description: line.description,
  quantity: 1,
  start_date: line.startsAt,
  end_date: line.endsAt,
})

type InvoiceLike = Pick<FakeInvoice, 'type' | 'origin' | 'account' | 'subscription' | 'lines' | 'totalCents'>

const invoiceBase = (invoice: InvoiceLike) => ({
  object: 'invoice',
  type: invoice.type,
  origin: invoice.origin,
  account: miniAccount(invoice.account),
  subscription_ids: [invoice.subscription.id],
  currency: 'USD',
  subtotal: dollars(invoice.totalCents),
  total: dollars(invoice.totalCents),
  address: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    street1: '12 St James Square',
    city: 'London',
    region: 'London',
    postal_code: 'SW1Y 4JH',
    country: 'GB',
  },
  line_items: invoice.lines.map(lineAnswer),
})

export const invoiceAnswer = (invoice: FakeInvoice) => ({
  ...invoiceBase(invoice),
  id: invoice.id,
  state: invoice.state,
  number: invoice.number,
  collection_method: 'automatic',
  paid: dollars(invoice.paidCents),
  balance: invoice.state === 'past_due' ? dollars(invoice.totalCents) : 0,
  transactions: invoice.transactions.map(({ id, status, cents }) => ({
    id,
    object: 'transaction',
    type: 'purchase',
    status,
    success: status === 'success',
    amount: dollars(cents),
    currency: 'USD',
  })),
  created_at: invoice.createdAt,
  updated_at: invoice.closedAt ?? invoice.createdAt,
  closed_at: invoice.closedAt,
})

/** The change itself, or its preview. */
export function changeAnswer(subscription: FakeSubscription, planCode: string, lines: FakeLine[]) {
  const { account } = subscription
  const totalCents = lines.reduce((sum, { cents }) => sum + cents, 0)
  const type = totalCents < 0 ? 'credit' : 'charge'
  const invoice = invoiceBase({
    type,
    origin: 'immediate_change',
    account,
    subscription,
    lines,
    totalCents,
  })
  const balance = dollars(Math.max(0, totalCents - account.creditCents))
  return {
    id: fakeId(),
    object: 'subscription_change',
    subscription_id: subscription.id,
    plan: miniPlan(planCode),
    unit_amount: priceOf(planCode),
    quantity: 1,
    activated: true,
    invoice_collection: {
      object: 'invoice_collection',
      ...(type === 'charge' && { charge_invoice: { ...invoice, balance } }),
      credit_invoices: type === 'credit' ? [invoice] : [],
    },
  }
}

export const listAnswer = (data: readonly unknown[], next: string | undefined) => ({
  object: 'list',
  has_more: next !== undefined,
  next,
  data,
})

export const errorAnswer = ({ type, message, transactionError }: Refusal) => ({
  error: {
    type,
    message,
    params: [],
    ...(transactionError && {
      transaction_error: { object: 'transaction_error', category: 'soft', ...transactionError },
    }),
  },
})
