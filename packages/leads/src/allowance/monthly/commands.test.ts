import type { BillingStage } from '@freeor/billing/subscriptions/testing'
import { beforeEach, expect, test } from 'vitest'
import { openLeadStage } from '../testing.ts'
import { grantPromoLot } from './commands.ts'

const { current, left } = openLeadStage()
let database: BillingStage['database']
let house: BillingStage['house']
let asker: BillingStage['asker']

beforeEach(() => {
  ;({ database, house, asker } = current())
})

test('a promotion is granted once, 50 at once', async () => {
  const promo = { companyId: asker.companyId, code: 'launch', amount: 10, reason: 'Launch', expiresAt: null }
  await Promise.all(
    Array.from({ length: 50 }, () =>
      database.db.transaction((tx) => grantPromoLot(tx, { ...promo, now: house.clock.now() })),
    ),
  )
  expect(await left()).toBe(35)
})
