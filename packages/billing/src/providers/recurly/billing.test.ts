import { testDatabase } from '@freeor/testing/postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changePlan } from '../../subscriptions/changes/commands.ts'
import {
  type Asker,
  cancelAtPeriodEnd,
  openPaymentAccount,
  resumeSubscription,
  subscribe,
  terminateSubscription,
  updateCard,
} from '../../subscriptions/commands.ts'
import { checkSubscriptions } from '../../subscriptions/health/queries.ts'
import type { BillingDeps } from '../../subscriptions/ports.ts'
import { readCustomer } from '../../subscriptions/queries.ts'
import { providerEvents } from '../../subscriptions/tables.ts'
import { type BillingSystem, billingSystem } from '../../subscriptions/testing.ts'
import { reconcileBilling } from '../../subscriptions/upkeep/commands.ts'
import { applyEvent, receiveWebhook } from '../../subscriptions/webhooks/commands.ts'
import { cancel, change } from '../testing/recurly-behaviour.ts'
import type { CardManner, FakeSubscription } from '../testing/recurly-state.ts'
import { openRecurlySystem, type RecurlySystem } from '../testing/recurly-system.ts'

/** What people do on the site, with Recurly at the other end. */

const dayMs = 86_400_000
let database: Awaited<ReturnType<typeof testDatabase>>
let recurly: RecurlySystem
let system: BillingSystem
let billing: BillingDeps
let asker: Asker
let queue: string[]

beforeEach(async () => {
  database = await testDatabase()
  recurly = await openRecurlySystem()
  system = billingSystem(database.db, recurly.site.now.toISOString())
  queue = []
  billing = {
    ...system.billing,
    provider: recurly.provider,
    clock: { now: () => recurly.site.now },
    jobs: {
      async send(_tx, _name, data) {
        queue.push((data as { id: string }).id)
        return undefined
      },
    },
  }
  asker = await system.company()
})

afterEach(async () => {
  const { db } = database
  const violations = await checkSubscriptions({ db, provider: recurly.provider, now: recurly.site.now })
  await database.close()
  await recurly.close()
  expect(violations).toEqual([])
})

async function takeCard(manner: CardManner): Promise<void> {
  await openPaymentAccount(billing, asker)
  expect(await updateCard(billing, { asker, tokenId: recurly.token(manner) })).toMatchObject({ status: 'ok' })
}

const shown = () => readCustomer(database.db, asker, recurly.site.now)

const charges = () =>
  recurly.site.invoices.flatMap(({ transactions }) => transactions.map(({ cents }) => cents))

test('a whole subscription: subscribe, change, cancel, resume, end', async () => {
  await takeCard('good')
  expect(await subscribe(billing, { asker, planID: 'freeor_basic' })).toMatchObject({ status: 'ok' })
  expect(await shown()).toMatchObject({
    plan_id: 'freeor_basic',
    subscription_status: 'active',
    processor: 'recurly',
    billing_day: 31,
    billing_info: { paymentMethod: { cardType: 'Visa' } },
  })
  await changePlan(billing, { asker, planID: 'freeor_pro' })
  expect(await shown()).toMatchObject({ plan_id: 'freeor_pro', price: 9900 })
  await cancelAtPeriodEnd(billing, asker)
  expect(await shown()).toMatchObject({ cancel_at_period_end: true })
  await resumeSubscription(billing, asker)
  expect(await shown()).toMatchObject({ cancel_at_period_end: false })
  await terminateSubscription(billing, asker)
  expect(await shown()).toMatchObject({ subscription_status: 'canceled' })
  expect(charges()).toEqual([5000, 4900])
})

test('a declined card gives Recurly’s message for its holder, and nothing has begun', async () => {
  await takeCard('insufficient_funds')
  expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({
    status: 'declined',
    transactionError: { code: 'insufficient_funds', message: expect.stringContaining('another card') },
  })
  expect(await shown()).toMatchObject({
    plan_id: 'freeor_free',
    processor: 'recurly',
    subscription_id: null,
  })
})

test('a card whose bank wants the payment confirmed is told so, and that it was not charged', async () => {
  await takeCard('needs_challenge')
  expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({
    status: 'declined',
    transactionError: {
      code: 'three_d_secure_action_required',
      message: expect.stringMatching(/confirm this payment.*not charged.*another card/),
    },
  })
  expect([(await shown()).plan_id, charges()]).toEqual(['freeor_free', []])
})

test('a new card that is declined leaves the card on file and costs nothing, a good one pays', async () => {
  await takeCard('good')
  const before = (await shown()).billing_info
  for (const manner of ['insufficient_funds', 'refused'] as const) {
    const declined = await subscribe(billing, { asker, planID: 'freeor_pro', tokenId: recurly.token(manner) })
    expect(declined).toMatchObject({ status: 'declined' })
    expect(await shown()).toMatchObject({ plan_id: 'freeor_free', billing_info: before, in_progress: null })
  }
  const good = { asker, planID: 'freeor_pro', tokenId: recurly.token('good') } as const
  expect(await subscribe(billing, good)).toMatchObject({ status: 'ok' })
  expect((await shown()).billing_info).not.toEqual(before)
  expect(charges()).toEqual([9900])
})

test.each(['before', 'after'] as const)(
  'a call that is lost %s it was done: the next try gives the same subscription',
  async (when) => {
    await takeCard('good')
    recurly.gate.fail(/^POST \/subscriptions$/, { kind: '500', when })
    await expect(subscribe(billing, { asker, planID: 'freeor_pro' })).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'ok' })
    expect(charges()).toEqual([9900])
  },
)

test('when an answer is lost and nobody tries again, upkeep finds the subscription', async () => {
  await takeCard('good')
  recurly.gate.fail(/^POST \/subscriptions$/, { kind: 'reset', when: 'after' }, 3)
  await expect(subscribe(billing, { asker, planID: 'freeor_pro' })).rejects.toMatchObject({
    code: 'unavailable',
  })
  recurly.gate.heal()
  recurly.advance(3_600_000)
  expect(await reconcileBilling(billing)).toMatchObject({ intents: 1 })
  expect(await shown()).toMatchObject({ plan_id: 'freeor_pro', subscription_status: 'active' })
  expect(charges()).toEqual([9900])
})

/** Hands over what Recurly has to say of an object. */
async function tell(id: string, event: string): Promise<void> {
  const [object_type = '', event_type = ''] = event.split('.')
  const told = { id, object_type, event_type, site_id: 'fakesite00001', event_time: '2026-01-31T10:00:00Z' }
  const { body, headers } = recurly.deliver(told)
  expect(await receiveWebhook(billing, body, headers)).toMatchObject({ status: 'stored' })
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await applyEvent(billing, next)
}

test('two changes of one subscription within a second, told in the same words, are both read', async () => {
  await takeCard('good')
  await subscribe(billing, { asker, planID: 'freeor_basic' })
  const [subscription] = recurly.site.subscriptions
  if (!subscription) throw new Error('Nothing was subscribed')
  for (const planID of ['freeor_pro', 'freeor_biz']) {
    change(recurly.site, subscription, planID)
    await tell(subscription.id, 'subscription.updated')
    expect(await shown()).toMatchObject({ plan_id: planID })
  }
  const events = await database.db.select().from(providerEvents)
  expect(events.map(({ type, applications }) => [type, applications])).toEqual([['subscription.updated', 1]])
})

test('an invoice that is told of before its subscription is asked for at Recurly', async () => {
  await takeCard('declines_renewals')
  await subscribe(billing, { asker, planID: 'freeor_basic' })
  recurly.advance(31 * dayMs)
  const invoice = recurly.site.invoices.at(-1)
  await tell(invoice?.id ?? '', 'charge_invoice.past_due')
  expect(await shown()).toMatchObject({ subscription_status: 'past_due' })
  for (const id of ['nobody0000000', 'a/b?c']) await tell(id, 'charge_invoice.paid')
  const [, ...others] = await database.db.select().from(providerEvents).orderBy(providerEvents.receivedAt)
  expect(others.map(({ state }) => state)).toEqual(['ignored', 'ignored'])
})

/**
 * A subscription that begins, is not paid at its renewal and is cancelled without our knowledge; gives the
 * notifications.
 */
async function pastOf(subscription: FakeSubscription) {
  recurly.advance(31 * dayMs)
  cancel(recurly.site, subscription)
  const wanted = [
    'subscription.created',
    'subscription.renewed',
    'charge_invoice.past_due',
    'subscription.canceled',
  ]
  const own = new Set([
    subscription.id,
    ...recurly.site.invoices.filter((each) => each.subscription === subscription).map(({ id }) => id),
  ])
  return wanted.map((type) => {
    const found = recurly.site.notifications.find(
      ({ id, object_type, event_type }) => own.has(id) && `${object_type}.${event_type}` === type,
    )
    if (!found) throw new Error(`Recurly sent no ${type}`)
    return found
  })
}

test('four events in all 24 orders, five times each, give the same result, each applied at most once', async () => {
  const orders = permutations([0, 1, 2, 3])
  expect(orders).toHaveLength(24)
  for (const order of orders) {
    asker = await system.company()
    await takeCard('declines_renewals')
    await subscribe(billing, { asker, planID: 'freeor_pro' })
    const subscription = recurly.site.subscriptions.at(-1)
    if (!subscription) throw new Error('Nothing was subscribed')
    const told = await pastOf(subscription)
    for (const index of order)
      for (let times = 0; times < 5; times++) {
        const notification = told[index]
        if (!notification) continue
        const { body, headers } = recurly.deliver(notification)
        expect(await receiveWebhook(billing, body, headers)).toMatchObject({ status: 'stored' })
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) await applyEvent(billing, id)
      }
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_pro',
      subscription_status: 'past_due',
      cancel_at_period_end: true,
      failed_attempts: 1,
    })
  }
  const events = await database.db.select().from(providerEvents)
  expect(events).toHaveLength(24 * 4)
  expect(events.every(({ state, applications }) => applications === (state === 'applied' ? 1 : 0))).toBe(true)
  // The periods of the first ones are over by now; no event told us, and upkeep finds it out.
  await reconcileBilling(billing)
})

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  )
}
