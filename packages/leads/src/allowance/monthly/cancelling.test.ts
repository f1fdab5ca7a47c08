import {
  cancelAtPeriodEnd,
  resumeSubscription,
  subscribe,
  terminateSubscription,
} from '@freeor/billing/subscriptions/commands'
import type { BillingFixture } from '@freeor/billing/subscriptions/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { reserveCredits } from '../reservations/commands.ts'
import { openLeadFixture } from '../testing.ts'
import { grantPromoLot } from './commands.ts'

const { current, pass, subscribed, shown, left, subjects } = openLeadFixture()
let database: BillingFixture['database']
let system: BillingFixture['system']
let billing: BillingFixture['billing']
let asker: BillingFixture['asker']

beforeEach(() => {
  ;({ database, system, billing, asker } = current())
})

describe('cancelling', () => {
  test('at the end of the period keeps everything until then, and can be undone', async () => {
    await subscribed('freeor_pro')
    await cancelAtPeriodEnd(billing, asker)
    expect(await shown()).toMatchObject({ subscription_status: 'active', cancel_at_period_end: true })
    await resumeSubscription(billing, asker)
    expect(await shown()).toMatchObject({ cancel_at_period_end: false, canceled_at: null })
    await cancelAtPeriodEnd(billing, asker)
    await pass(27)
    expect(await left()).toBe(5025)
    await pass(1)
    expect(await shown()).toMatchObject({ subscription_status: 'canceled', active: false })
    expect(await left()).toBe(0)
    expect(subjects().filter((subject) => subject === 'Your subscription will end')).toHaveLength(2)
    expect(subjects()).toContain('Your subscription was canceled')
  })

  test('at once ends access and the monthly leads, and keeps promotional ones', async () => {
    await subscribed('freeor_pro')
    const promo = { companyId: asker.companyId, code: 'share-1', amount: 5, reason: 'Shared a search' }
    await grantPromoLot(database.db, { ...promo, expiresAt: null, now: system.clock.now() })
    await terminateSubscription(billing, asker)
    await expect(
      database.db.transaction((tx) =>
        reserveCredits(tx, { ...asker, downloadId: 'dl_after', amount: 1, rows: 1, now: system.clock.now() }),
      ),
    ).rejects.toMatchObject({ code: 'payment_required' })
    expect(await left()).toBe(0)
    await subscribe(billing, { asker, planID: 'freeor_basic' })
    expect(await left()).toBe(1030)
  })
})
