import { beforeEach, describe, expect, test } from 'vitest'
import { updateCard } from '../commands.ts'
import { type BillingStage, openBillingStage } from '../testing.ts'
import { changePlan, previewPlanChange } from './commands.ts'

const { current, pass, subscribed, shown, left, bills, use } = openBillingStage()
let house: BillingStage['house']
let billing: BillingStage['billing']
let asker: BillingStage['asker']

beforeEach(() => {
  ;({ house, billing, asker } = current())
})

describe('changing the plan', () => {
  test('upwards charges the rest of the month and adds the difference in leads', async () => {
    await use(25)
    await subscribed('freeor_basic')
    await pass(14)
    await use(400)
    const before = await left()
    const preview = await previewPlanChange(billing, { asker, planID: 'freeor_pro' })
    expect(preview).toMatchObject({ chargeCents: 4950, creditCents: 2500, dueNowCents: 2450 })
    await changePlan(billing, { asker, planID: 'freeor_pro' })
    expect(await left()).toBe(before + 4000)
    await house.settle()
    expect(await left()).toBe(before + 4000)
    expect(await bills()).toEqual([
      ['paid', 2450],
      ['paid', 5000],
    ])
    await pass(14)
    // Rollover: what was left stays, and the new month's 5,000 come.
    expect(await left()).toBe(before + 4000 + 5000)
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

  test('downwards is refused once more was used than the smaller plan has', async () => {
    await subscribed('freeor_pro')
    await use(1100)
    await expect(changePlan(billing, { asker, planID: 'freeor_basic' })).rejects.toMatchObject({
      code: 'conflict',
    })
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
    await house.settle()
    expect(await shown()).toMatchObject({
      plan_id: 'freeor_free',
      subscription_status: 'active',
      processor: null,
    })
    expect(await left()).toBe(25)
  })

  test('with a card that is refused changes nothing', async () => {
    await subscribed('freeor_basic')
    await updateCard(billing, { asker, tokenId: 'tok_declined' })
    expect(await changePlan(billing, { asker, planID: 'freeor_pro' })).toMatchObject({ status: 'declined' })
    await house.settle()
    expect((await shown()).plan_id).toBe('freeor_basic')
    expect(await left()).toBe(1025)
  })

  test('without a subscription is refused in the specification’s words', async () => {
    await expect(changePlan(billing, { asker, planID: 'freeor_pro' })).rejects.toThrow(
      "Uh oh, you don't currently have a subscription.",
    )
  })
})
