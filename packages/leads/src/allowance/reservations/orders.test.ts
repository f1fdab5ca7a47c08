import type { BillingProvider } from '@freeor/billing/providers/ports'
import { changePlan } from '@freeor/billing/subscriptions/changes'
import { terminateSubscription } from '@freeor/billing/subscriptions/commands'
import { type BillingFixture, withProvider } from '@freeor/billing/subscriptions/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { openLeadFixture } from '../testing.ts'
import { reserveCredits } from './commands.ts'

const { current, subscribed, left, bills } = openLeadFixture()
let fixture: BillingFixture

beforeEach(() => {
  fixture = current()
})

/** A provider that works on a change until it is told to go on. */
function slow(provider: BillingProvider) {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: goOn } = Promise.withResolvers<void>()
  const slowly = async () => {
    asked()
    await mayEnd
  }
  const slowed: BillingProvider = {
    ...provider,
    async changeSubscription(input) {
      await slowly()
      return await provider.changeSubscription(input)
    },
    async terminate(id) {
      await slowly()
      return await provider.terminate(id)
    },
  }
  return { slowed, isAsked, goOn }
}

let orders = 0

async function order(amount: number, rows = amount) {
  const { database, system, asker } = fixture
  orders += 1
  const downloadId = `dl_${asker.companyId}_${orders}`
  return await database.db.transaction((tx) =>
    reserveCredits(tx, { ...asker, downloadId, amount, rows, now: system.clock.now() }),
  )
}

/** Orders six times while a change is at the provider, and gives the outcomes of the orders. */
async function orderDuring(
  begin: (billing: BillingFixture['billing']) => Promise<unknown>,
  amount: number,
): Promise<Set<string>> {
  const { slowed, isAsked, goOn } = slow(fixture.system.provider)
  const ended = begin(withProvider(fixture.billing, slowed))
  // A change that is refused never comes to the provider.
  await Promise.race([isAsked, ended])
  const answers = new Set<string>()
  for (let turn = 0; turn < 6; turn++)
    answers.add(
      await order(amount).then(
        ({ status }) => status,
        ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
      ),
    )
  goOn()
  await ended
  return answers
}

const refused = 'conflict: Your plan is being changed to a smaller one. Please order again in a moment.'

describe('an order while the provider works on a change', () => {
  test('to a smaller plan is refused, and no lead is delivered whose money came back', async () => {
    await subscribed('freeor_biz')
    const { asker } = fixture
    const down = (billing: BillingFixture['billing']) => changePlan(billing, { asker, planID: 'freeor_pro' })
    expect(await orderDuring(down, 25_000)).toEqual(new Set([refused]))
    expect((await bills())[0]).toEqual(['paid', -40_000])
    expect(await left()).toBe(5025)
    expect(await order(5001)).toEqual({ status: 'file_limit_exceeded', downloadLimit: 5000 })
    expect(await order(4000)).toEqual({ status: 'reserved' })
  })

  test('that ends the subscription is refused', async () => {
    await subscribed('freeor_biz')
    const { asker } = fixture
    expect(await orderDuring((billing) => terminateSubscription(billing, asker), 25_000)).toEqual(
      new Set([refused]),
    )
  })

  test('to a larger plan goes on', async () => {
    await subscribed('freeor_pro')
    const { asker } = fixture
    const up = (billing: BillingFixture['billing']) => changePlan(billing, { asker, planID: 'freeor_biz' })
    expect(await orderDuring(up, 1)).toEqual(new Set(['reserved']))
  })

  test('what is held for a download when the change is requested is not given back', async () => {
    await subscribed('freeor_biz')
    expect(await order(25_000)).toEqual({ status: 'reserved' })
    const { billing, asker } = fixture
    await expect(changePlan(billing, { asker, planID: 'freeor_pro' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('fifty orders during a change to a smaller plan: either the orders or the money, never both', async () => {
    await subscribed('freeor_biz')
    const { billing, asker } = fixture
    const change = changePlan(billing, { asker, planID: 'freeor_pro' }).then(
      ({ status }) => status,
      ({ code }: { code: string }) => code,
    )
    const ordered = await Promise.all(
      Array.from({ length: 50 }, () =>
        order(1000).then(
          ({ status }) => status,
          ({ code }: { code: string }) => code,
        ),
      ),
    )
    const reserved = ordered.filter((status) => status === 'reserved').length
    const isChanged = (await change) === 'ok'
    // 45,000 of 50,025 go back with the money.
    expect(reserved * 1000).toBeLessThanOrEqual(isChanged ? 5025 : 50_025)
  })
})
