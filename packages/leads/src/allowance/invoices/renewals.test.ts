import { updateCard } from '@freeor/billing/subscriptions/commands'
import { type BillingFixture, dayMs } from '@freeor/billing/subscriptions/testing'
import { creditLots } from '@freeor/credits/tables'
import { and, desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { grantDueLots } from '../commands.ts'
import { openLeadFixture } from '../testing.ts'

const { current, pass, subscribed, shown, left, bills, subjects } = openLeadFixture()
let database: BillingFixture['database']
let system: BillingFixture['system']
let billing: BillingFixture['billing']
let asker: BillingFixture['asker']

beforeEach(() => {
  ;({ database, system, billing, asker } = current())
})

describe('renewal', () => {
  test('with 50 webhooks and reads at the same time is one bill and one month of leads', async () => {
    await subscribed('freeor_basic')
    system.clock.advance(28 * dayMs)
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        if (index % 2) await system.settle()
        else await grantDueLots(database.db, system.clock.now())
      }),
    )
    await system.settle()
    await grantDueLots(database.db, system.clock.now())
    expect(await bills()).toEqual([
      ['paid', 5000],
      ['paid', 5000],
    ])
    expect(await left()).toBe(1000)
  })

  test('that is refused gives no new month until it is paid, mails each time, and expires after the third retry', async () => {
    await subscribed('freeor_basic', 'tok_declines_renewals')
    await pass(28)
    expect(await shown()).toMatchObject({ subscription_status: 'past_due', past_due: true, active: true })
    expect(await left()).toBe(0)
    for (let day = 0; day < 8; day++) await pass(1)
    expect(await shown()).toMatchObject({ subscription_status: 'expired', active: false })
    expect(subjects()).toEqual([
      'Your subscription to Freeor Basic',
      'Please update your card',
      'Please update your card',
      'Please update your card',
      'Your subscription has ended',
    ])
  })

  test('that is refused is paid with a new card, and the month’s leads come', async () => {
    await subscribed('freeor_pro', 'tok_declines_renewals')
    await pass(29)
    expect((await shown()).past_due).toBe(true)
    expect(await left()).toBe(5000)
    expect(await updateCard(billing, { asker, tokenId: 'tok_insufficient_funds' })).toMatchObject({
      status: 'declined',
    })
    expect(await updateCard(billing, { asker, tokenId: 'tok_mastercard' })).toMatchObject({ status: 'ok' })
    expect(await shown()).toMatchObject({ subscription_status: 'active', past_due: false })
    expect(await left()).toBe(10_000)
    expect(subjects().at(-1)).toBe('Your payment went through')
  })

  test('grants one lot a period, wherever the clock goes', async () => {
    await subscribed('freeor_pro')
    const step = fc.integer({ min: -40, max: 40 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (days) => {
        for (const each of days) await pass(each)
        const lots = await database.db
          .select()
          .from(creditLots)
          .where(and(eq(creditLots.companyId, asker.companyId), eq(creditLots.origin, 'freeor_pro')))
          .orderBy(desc(creditLots.startsAt))
        const starts = lots.map(({ startsAt }) => startsAt.toISOString().slice(0, 7))
        expect(new Set(starts).size).toBe(lots.length)
        expect(lots.length).toBe((await bills()).length)
      }),
      { numRuns: 8 },
    )
  })
})
