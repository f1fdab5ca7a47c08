import { changePlan, previewPlanChange } from '@freeor/billing/subscriptions/changes'
import { updateCard } from '@freeor/billing/subscriptions/commands'
import type { BillingFixture } from '@freeor/billing/subscriptions/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '../health/queries.ts'
import { openLeadFixture } from '../testing.ts'

const { current, pass, subscribed, shown, left, bills, use } = openLeadFixture()
let database: BillingFixture['database']
let system: BillingFixture['system']
let billing: BillingFixture['billing']
let asker: BillingFixture['asker']

beforeEach(() => {
  ;({ database, system, billing, asker } = current())
})

describe('changing the plan', () => {
  test('upwards charges the rest of the month and adds the same share of the difference in leads', async () => {
    await use(25)
    await subscribed('freeor_basic')
    await pass(14)
    await use(400)
    const before = await left()
    const preview = await previewPlanChange(billing, { asker, planID: 'freeor_pro' })
    expect(preview).toMatchObject({ chargeCents: 4950, creditCents: 2500, dueNowCents: 2450 })
    expect(preview.credits).toEqual({ now: 2000, monthly: 5000 })
    await changePlan(billing, { asker, planID: 'freeor_pro' })
    expect(await left()).toBe(before + 2000)
    await system.settle()
    expect(await left()).toBe(before + 2000)
    expect(await bills()).toEqual([
      ['paid', 2450],
      ['paid', 5000],
    ])
    await pass(14)
    // Rollover: what was left stays, and the new month's 5,000 come.
    expect(await left()).toBe(before + 2000 + 5000)
  })

  test('upwards just before the period ends sells only what the cents pay for', async () => {
    await subscribed('freeor_pro')
    const { period_end } = await shown()
    system.clock.set(new Date(Date.parse(period_end) - 150_000).toISOString())
    const before = await left()
    await changePlan(billing, { asker, planID: 'freeor_biz' })
    expect((await bills())[0]).toEqual(['paid', 2])
    expect(await left()).toBe(before + 2)
    await changePlan(billing, { asker, planID: 'freeor_pro' })
    // What goes back is rounded up.
    expect(await left()).toBe(before - 1)
  })

  test('a change that no webhook reported is counted by its invoice, once', async () => {
    await subscribed('freeor_pro')
    await pass(14)
    const { subscription_id } = await shown()
    const asked = { subscriptionId: subscription_id ?? '', planCode: 'freeor_biz', timeframe: 'now' as const }
    await system.provider.changeSubscription({ ...asked, idempotencyKey: 'a key of the provider’s own page' })
    // The period ends before the events are delivered: both invoices are read at the same time.
    await pass(14)
    expect(await left()).toBe(5000 + 22_500 + 50_000)
    await pass(0)
    expect(await left()).toBe(5000 + 22_500 + 50_000)
  })

  test('leads that were spent before they could be taken back are taken from the next ones', async () => {
    await subscribed('freeor_biz')
    await use(6025)
    const { subscription_id } = await shown()
    const asked = { subscriptionId: subscription_id ?? '', planCode: 'freeor_pro', timeframe: 'now' as const }
    await system.provider.changeSubscription({ ...asked, idempotencyKey: 'a key of the provider’s own page' })
    await system.settle()
    // 45,000 were to be taken back and 44,000 were unspent.
    expect(await left()).toBe(0)
    expect(await checkLedger(database.db)).toMatchObject([
      { invariant: 'I11', detail: '45000 leads were given back in money, 1000 of them are still owed' },
    ])
    await pass(28)
    expect(await left()).toBe(4000)
    await pass(31)
    expect(await left()).toBe(9000)
  })

  test('downwards takes back what is unspent above the smaller plan, and ends rollover', async () => {
    await subscribed('freeor_pro')
    await use(900)
    await changePlan(billing, { asker, planID: 'freeor_basic' })
    // The free month's 25 were used first: 875 of the 1,000.
    expect(await left()).toBe(125)
    await pass(28)
    expect(await left()).toBe(1000)
  })

  test('downwards in the middle of the month takes back the same share of leads as of money', async () => {
    await subscribed('freeor_pro')
    await pass(14)
    await use(2500)
    expect((await previewPlanChange(billing, { asker, planID: 'freeor_basic' })).credits).toEqual({
      now: -2000,
      monthly: 1000,
    })
    await changePlan(billing, { asker, planID: 'freeor_basic' })
    expect(await left()).toBe(525)
  })

  test('downwards is refused once more was used than could be taken back', async () => {
    await subscribed('freeor_pro')
    await use(1100)
    await expect(changePlan(billing, { asker, planID: 'freeor_basic' })).rejects.toThrow(
      'Changing to Freeor Basic now gives back 4000 leads of this month, and you have 3925 unspent. Please change on your next billing day.',
    )
    await expect(previewPlanChange(billing, { asker, planID: 'freeor_basic' })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect((await shown()).plan_id).toBe('freeor_pro')
  })

  test('up and down again and again gives no more leads than the plan has', async () => {
    await subscribed('freeor_basic')
    for (let round = 0; round < 3; round++) {
      await changePlan(billing, { asker, planID: 'freeor_biz' })
      expect(await left()).toBe(50_025)
      await changePlan(billing, { asker, planID: 'freeor_basic' })
      expect(await left()).toBe(1025)
    }
  })

  test('to the free plan ends the paid one at once and goes on free', async () => {
    await subscribed('freeor_pro')
    expect(await previewPlanChange(billing, { asker, planID: 'freeor_free' })).toMatchObject({
      dueNowCents: 0,
    })
    await changePlan(billing, { asker, planID: 'freeor_free' })
    await system.settle()
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_free',
      subscription_status: 'active',
      processor: 'embedded',
      subscription_id: null,
    })
    expect(await left()).toBe(25)
  })

  test('with a card that is refused changes nothing', async () => {
    await subscribed('freeor_basic')
    await updateCard(billing, { asker, tokenId: 'tok_insufficient_funds' })
    expect(await changePlan(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'declined' })
    await system.settle()
    expect((await shown()).plan_id).toBe('freeor_basic')
    expect(await left()).toBe(1025)
  })

  test('without a subscription is refused in the specification’s words', async () => {
    await expect(changePlan(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(
      "Uh oh, you don't currently have a subscription.",
    )
  })
})
