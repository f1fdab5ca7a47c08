import { subscribe, terminateSubscription, updateCard } from '@freeor/billing/subscriptions/commands'
import { type BillingFixture, dayMs } from '@freeor/billing/subscriptions/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { openLeadFixture } from '../testing.ts'

const { current, pass, subscribed, shown, left, bills, subjects, use } = openLeadFixture()
let system: BillingFixture['system']
let billing: BillingFixture['billing']
let asker: BillingFixture['asker']

beforeEach(() => {
  ;({ system, billing, asker } = current())
})

describe('subscribing', () => {
  test('charges the card, moves the record and gives the leads', async () => {
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
    // The free month's 25 stay until it ends.
    expect(await left()).toBe(5025)
    expect(await bills()).toEqual([['paid', 9900]])
    await system.settle()
    await system.settle()
    expect(await left()).toBe(5025)
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
    expect(await left()).toBe(25)
    await subscribed('freeor_pro')
    expect((await shown()).plan_id).toBe('freeor_pro')
  })

  test('to the free plan needs no card, and coming back to it gives no second month', async () => {
    await use(20)
    await subscribed('freeor_basic')
    await terminateSubscription(billing, asker)
    expect((await shown()).subscription_status).toBe('canceled')
    for (let round = 0; round < 3; round++) {
      expect(await subscribe(billing, { asker, planID: 'freeor_free' })).toMatchObject({ status: 'ok' })
      system.clock.advance(dayMs)
    }
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_free',
      subscription_status: 'active',
      processor: 'embedded',
      subscription_id: null,
    })
    expect(await left()).toBe(5)
    await pass(31)
    expect(await left()).toBe(25)
  })
})

describe('a process that dies while a user subscribes', () => {
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
      expect(await left()).toBe(5025)
    },
  )
})
