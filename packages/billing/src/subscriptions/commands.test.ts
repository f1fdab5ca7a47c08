import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPaymentAccount, subscribe, updateCard } from './commands.ts'
import type { BillingDeps } from './ports.ts'
import { findCustomer } from './queries.ts'
import { billingIntents } from './tables.ts'
import { type BillingFixture, dayMs, openBillingFixture } from './testing.ts'
import { reconcileBilling } from './upkeep/commands.ts'

const { current, subscribed, shown, bills, subjects } = openBillingFixture()
let database: BillingFixture['database']
let system: BillingFixture['system']
let billing: BillingFixture['billing']
let asker: BillingFixture['asker']

beforeEach(() => {
  ;({ database, system, billing, asker } = current())
})

describe('subscribing', () => {
  test('charges the card and moves the record', async () => {
    system.clock.advance(3 * dayMs)
    await subscribed('freeor_pro')
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_pro',
      subscription_status: 'active',
      processor: 'embedded',
      price: 9900,
      billing_day: 3,
      cancel_at_period_end: false,
      billing_info: { paymentMethod: { lastFour: '1111' } },
      in_progress: null,
    })
    expect(await bills()).toEqual([['paid', 9900]])
    await system.settle()
    await system.settle()
    expect(subjects()).toEqual(['Your subscription to Freeor Pro'])
  })

  test('with a card that is declined says why and changes nothing', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_insufficient_funds' })
    expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({
      status: 'declined',
      transactionError: { code: 'insufficient_funds' },
    })
    await system.settle()
    expect(await shown()).toMatchObject({ plan_id: 'freeor_free', subscription_status: 'active' })
    await subscribed('freeor_pro')
    expect((await shown()).plan_id).toBe('freeor_pro')
  })

  test('with a new card that is declined keeps the card on file, and the next card pays once', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const buy = (tokenId: string) => subscribe(billing, { asker, planID: 'freeor_pro', tokenId })
    expect(await buy('tok_declined')).toMatchObject({ status: 'declined' })
    await system.settle()
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_free',
      billing_info: { paymentMethod: { lastFour: '1111' } },
      in_progress: null,
    })
    expect(await buy('tok_mastercard')).toMatchObject({ status: 'ok' })
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_pro',
      billing_info: { paymentMethod: { lastFour: '4444' } },
    })
    expect(await bills()).toEqual([
      ['paid', 9900],
      ['failed', 9900],
    ])
    const free = subscribe(billing, { asker, planID: 'freeor_free', tokenId: 'tok_visa' })
    await expect(free).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('is not needed for the record to name the provider of its payment account', async () => {
    expect(await shown()).toMatchObject({ customer_id: null, processor: null })
    const { id } = await openPaymentAccount(billing, asker)
    expect(await shown()).toMatchObject({ customer_id: id, processor: 'embedded', subscription_id: null })
  })

  test('without a card is refused', async () => {
    expect(await subscribe(billing, { asker, planID: 'freeor_pro' })).toMatchObject({
      status: 'invalid',
      code: 'no_card',
    })
  })

  test('50 times at the same time makes one subscription, charged once, without another plan in between', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        subscribe(billing, { asker, planID: index % 5 === 4 ? 'freeor_basic' : 'freeor_pro' }),
      ),
    )
    const done = outcomes.filter((each) => each.status === 'fulfilled' && each.value.status === 'ok')
    expect(done.length).toBeGreaterThan(0)
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'conflict' })
    await system.settle()
    expect(await bills()).toHaveLength(1)
  })

  test('a payment account of a company that was no customer starts canceled, then moves', async () => {
    const other = { ...asker, site: 'courses' as const }
    const account = await openPaymentAccount(billing, other)
    expect(await openPaymentAccount(billing, other)).toEqual(account)
    expect(await findCustomer(database.db, other)).toMatchObject({
      subscriptionStatus: 'canceled',
      accountId: account.id,
    })
    await updateCard(billing, { asker: other, tokenId: 'tok_visa' })
    await subscribe(billing, { asker: other, planID: 'freeor_pro' })
    expect(await findCustomer(database.db, other)).toMatchObject({
      subscriptionStatus: 'active',
      planID: 'freeor_pro',
    })
    expect((await shown()).plan_id, 'the other site is untouched').toBe('freeor_free')
  })
})

describe('a process that dies while somebody subscribes', () => {
  test.each(['subscribe-intended', 'subscribe-charged', 'subscribe-committing'] as const)(
    'at %s leaves a state that the next try repairs, charged once',
    async (point) => {
      await updateCard(billing, { asker, tokenId: 'tok_visa' })
      system.dieAt = point
      await expect(subscribe(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(point)
      system.dieAt = undefined
      await subscribe(billing, { asker, planID: 'freeor_pro' })
      await system.settle()
      expect(await bills()).toEqual([['paid', 9900]])
      expect((await shown()).plan_id).toBe('freeor_pro')
    },
  )

  test.each([
    ['subscribe-intended', 'freeor_free', 'abandoned'],
    ['subscribe-charged', 'freeor_pro', 'done'],
    ['subscribe-committing', 'freeor_pro', 'done'],
  ] as const)('at %s, when nobody tries again, ends on %s with the intent %s', async (point, plan, state) => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    system.dieAt = point
    await expect(subscribe(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(point)
    system.dieAt = undefined
    system.clock.advance(3 * 60_000)
    await reconcileBilling(billing)
    const [intent] = await database.db
      .select()
      .from(billingIntents)
      .where(eq(billingIntents.kind, 'subscribe'))
    expect(intent?.state).toBe(state)
    expect((await shown()).plan_id).toBe(plan)
    await system.settle()
    expect(await bills()).toHaveLength(plan === 'freeor_pro' ? 1 : 0)
  })

  test('or whose answer is lost says that the result is unknown, and the next try finds the subscription', async () => {
    await updateCard(billing, { asker, tokenId: 'tok_visa' })
    const { provider } = billing
    const deaf: BillingDeps = {
      ...billing,
      provider: {
        ...provider,
        async createSubscription(input) {
          await provider.createSubscription(input)
          throw new Error('reset after accepting')
        },
      },
    }
    await expect(subscribe(deaf, { asker, planID: 'freeor_pro' })).rejects.toThrow('reset')
    await subscribe(billing, { asker, planID: 'freeor_pro' })
    await system.settle()
    expect(await bills()).toHaveLength(1)
  })
})

test('a pass that is refused begins nothing', async () => {
  const spendPass = async () => {
    throw new Error('no pass')
  }
  await expect(subscribe(billing, { asker, planID: 'freeor_pro', spendPass })).rejects.toThrow('no pass')
  expect(await database.db.select().from(billingIntents)).toEqual([])
})
