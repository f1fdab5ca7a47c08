import { expect, test } from 'vitest'
import { readInvoice, readPreview } from './read-invoice.ts'
import { readSubscription, toCents } from './read-subscription.ts'
import { invoice, type RecurlyInvoice, subscription, subscriptionChange } from './schema.ts'

const begun = new Date('2026-01-31T10:00:00Z')
const end = new Date('2026-02-28T10:00:00Z')

/** Recurly writes null for a missing value. */
const raw = subscription.parse({
  id: 'sub1',
  uuid: 'u1',
  account: { code: 'cus_one' },
  plan: { code: 'freeor_pro' },
  state: 'active',
  pendingChange: null,
  unitAmount: 99,
  quantity: 1,
  expirationReason: null,
  createdAt: begun,
  updatedAt: begun,
  activatedAt: begun,
  canceledAt: null,
  expiresAt: null,
  currentPeriodStartedAt: begun,
  currentPeriodEndsAt: end,
})

const bill = (values: Partial<RecurlyInvoice>): RecurlyInvoice =>
  invoice.parse({ id: 'inv1', number: '1000', subscriptionIds: ['sub1'], createdAt: begun, ...values })

const statusWith = (values: Partial<typeof raw>, ...invoices: RecurlyInvoice[]) =>
  readSubscription({ ...raw, ...values }, invoices).status

test('a living subscription is what its invoices say', () => {
  expect(statusWith({})).toBe('active')
  expect(statusWith({}, bill({ state: 'paid', origin: 'renewal' }))).toBe('active')
  expect(statusWith({}, bill({ state: 'past_due', origin: 'renewal' }))).toBe('past_due')
  expect(statusWith({}, bill({ state: 'past_due', origin: 'purchase' }))).toBe('failed')
  expect(statusWith({}, bill({ state: 'processing', origin: 'purchase' }))).toBe('pending')
  expect(statusWith({ state: 'future' })).toBe('pending')
  // From the renewal on nothing is charged; one that will be paused then is still active.
  expect(statusWith({ state: 'paused' })).toBe('pending')
  expect(statusWith({ state: 'paused' }, bill({ state: 'past_due', origin: 'renewal' }))).toBe('past_due')
  expect(statusWith({}, bill({ state: 'past_due', subscriptionIds: ['another'] }))).toBe('active')
  expect(statusWith({}, bill({ state: 'past_due', subscriptionIds: null }))).toBe('active')
})

test('one that is cancelled at Recurly stays active here until its period ends', () => {
  const leaving = { state: 'canceled', canceledAt: begun, expiresAt: end } as const
  expect(readSubscription({ ...raw, ...leaving }, [])).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
    canceledAt: begun,
    endedAt: null,
  })
  expect(statusWith(leaving, bill({ state: 'past_due', origin: 'renewal' }))).toBe('past_due')
})

test('the reason why it ended decides its status', () => {
  const over = { state: 'expired', expiresAt: end } as const
  expect(statusWith({ ...over, expirationReason: 'nonpayment' })).toBe('expired')
  expect(statusWith({ ...over, expirationReason: 'non_payment', canceledAt: begun })).toBe('expired')
  expect(statusWith({ ...over, expirationReason: 'canceled', canceledAt: begun })).toBe('canceled')
  expect(readSubscription({ ...raw, ...over }, [])).toMatchObject({
    status: 'canceled',
    canceledAt: end,
    endedAt: end,
  })
  expect(statusWith({ state: 'failed' })).toBe('incomplete_expired')
  expect(readSubscription({ ...raw, ...over }, [bill({ state: 'past_due' })]).dunning).toBeNull()
})

test('failed attempts are counted on the overdue invoice, at least one', () => {
  const attempts = (transactions: { status: string }[]) =>
    readSubscription(raw, [bill({ state: 'past_due', transactions })]).dunning
  expect(attempts([{ status: 'declined' }, { status: 'error' }, { status: 'success' }])).toEqual({
    failedAttempts: 2,
    nextAttemptAt: null,
  })
  expect(attempts([])?.failedAttempts).toBe(1)
})

test('dollars become cents without losing one', () => {
  expect([0.29, 1.005, 19.99, 499, -24.5, null, undefined].map(toCents)).toEqual([
    29, 100, 1999, 49_900, -2450, 0, 0,
  ])
})

test('an invoice keeps its lines, with credits negative; one not yet written is left out', () => {
  const lineItems = [
    { description: 'Pro', amount: 99, startDate: begun, endDate: end },
    { description: null, amount: -50, startDate: null, endDate: null },
  ]
  const paid = bill({ state: 'closed', total: 49, paid: 49, closedAt: end, lineItems: lineItems as never })
  expect(readInvoice(paid, 'cus_one')).toEqual({
    id: 'inv1',
    number: '1000',
    accountCode: 'cus_one',
    subscriptionId: 'sub1',
    state: 'paid',
    createdAt: begun,
    paidAt: end,
    totalCents: 4900,
    paidCents: 4900,
    lines: [
      { description: 'Pro', amountCents: 9900, plan: null, startsAt: begun, endsAt: end },
      { description: '', amountCents: -5000, plan: null, startsAt: null, endsAt: null },
    ],
    billedTo: null,
  })
  expect(readInvoice(bill({ id: null }), 'cus_one')).toBeUndefined()
})

test('a line tells what it charges or gives back for a plan, before discounts and tax', () => {
  const plan = (line: object) => readInvoice(bill({ lineItems: [line] as never }), 'cus_one')?.lines[0]?.plan
  const ofPlan = { planCode: 'freeor_pro', origin: 'plan' }
  const whole = { ...ofPlan, amount: 90.5, subtotal: 99 }
  expect(plan(whole)).toEqual({ code: 'freeor_pro', cents: 9900, priceCents: 9900 })
  const share = { ...ofPlan, amount: -50, subtotal: -49.5, prorationRate: 0.5 }
  expect(plan(share)).toEqual({ code: 'freeor_pro', cents: -4950, priceCents: null })
  expect(plan({ ...share, subtotal: 49.5 })).toMatchObject({ cents: -4950 })
  // A coupon that pays for everything takes no leads away, and gives none where a credit comes to nothing.
  expect(plan({ ...whole, amount: 0, type: 'charge' })).toEqual({ ...plan(whole) })
  expect(plan({ ...share, amount: 0, subtotal: 49.5, type: 'credit' })).toMatchObject({ cents: -4950 })
})

test('setup fees, add-ons and credits of before that are used up are no part of a plan', () => {
  const plan = (line: object) => readInvoice(bill({ lineItems: [line] as never }), 'cus_one')?.lines[0]?.plan
  const line = { planCode: 'freeor_pro', amount: 99, subtotal: 99 }
  expect(plan({ ...line, origin: 'setup_fee' })).toBeNull()
  expect(plan({ ...line, origin: 'add_on' })).toBeNull()
  const categories = ['applied_credit', 'applied_credits', 'carryforward', 'carryforwards']
  for (const legacyCategory of categories)
    expect(plan({ ...line, origin: 'plan', legacyCategory }), legacyCategory).toBeNull()
  expect(plan({ ...line, origin: 'plan', legacyCategory: 'charge' })).not.toBeNull()
})

test('what Recurly writes off gives nothing back of a plan that was never paid', () => {
  const lineItems = [{ planCode: 'freeor_pro', origin: 'plan', type: 'credit', amount: -99, subtotal: -99 }]
  const read = (origin: string) =>
    readInvoice(bill({ type: 'credit', state: 'closed', origin, lineItems } as never), 'cus_one')?.lines[0]
  expect(read('write_off')).toMatchObject({ amountCents: -9900, plan: null })
  expect(read('refund')).toMatchObject({ plan: { cents: -9900 } })
})

test('an invoice is made out to the company of its address, else to the person; to nobody without a name', () => {
  const address = {
    street1: '1 Main Street',
    street2: 'Suite 4',
    city: 'Austin',
    region: 'TX',
    country: 'US',
  }
  const billedTo = (more: object) =>
    readInvoice(bill({ address: { ...address, ...more } as never }), 'cus_one')?.billedTo
  expect(billedTo({ firstName: 'Ada', lastName: 'Byron', postalCode: '78701' })).toEqual({
    name: 'Ada Byron',
    street: '1 Main Street, Suite 4',
    city: 'Austin',
    region: 'TX',
    postalCode: '78701',
    country: 'US',
  })
  expect(billedTo({ firstName: 'Ada', company: 'Engines Ltd' })).toMatchObject({
    name: 'Engines Ltd',
    postalCode: '',
  })
  expect(billedTo({})).toBeNull()
})

test('a preview adds up what is charged and credited, wherever Recurly writes it', () => {
  const lines = (...amounts: number[]) => ({ lineItems: amounts.map((amount) => ({ amount })) })
  const preview = (invoiceCollection: unknown) =>
    readPreview(subscriptionChange.parse({ plan: { code: 'freeor_pro' }, unitAmount: 99, invoiceCollection }))
  expect(
    preview({ chargeInvoice: { ...lines(49.5, -25), total: 24.5, balance: 20 }, creditInvoices: [] }),
  ).toEqual({
    planCode: 'freeor_pro',
    priceCents: 9900,
    chargeCents: 4950,
    creditCents: 2500,
    dueNowCents: 2000,
  })
  expect(
    preview({ chargeInvoice: null, creditInvoices: [{ ...lines(25, -49.5), total: -24.5 }] }),
  ).toMatchObject({
    chargeCents: 2500,
    creditCents: 4950,
    dueNowCents: 0,
  })
  expect(preview(null)).toMatchObject({ chargeCents: 0, creditCents: 0, dueNowCents: 0 })
})
