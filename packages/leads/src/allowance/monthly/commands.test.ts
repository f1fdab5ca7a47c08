import type { BillingFixture } from '@freeor/billing/subscriptions/testing'
import { beforeEach, expect, test } from 'vitest'
import { openLeadFixture } from '../testing.ts'
import { grantPromoLot } from './commands.ts'

const { current, left } = openLeadFixture()
let database: BillingFixture['database']
let system: BillingFixture['system']
let asker: BillingFixture['asker']

beforeEach(() => {
  ;({ database, system, asker } = current())
})

test('a promotion is granted once, also when 50 requests come at the same time', async () => {
  const promo = { companyId: asker.companyId, code: 'launch', amount: 10, reason: 'Launch', expiresAt: null }
  await Promise.all(
    Array.from({ length: 50 }, () =>
      database.db.transaction((tx) => grantPromoLot(tx, { ...promo, now: system.clock.now() })),
    ),
  )
  expect(await left()).toBe(35)
})
